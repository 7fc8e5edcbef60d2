package dev.payonce.server.embedded;

/** The servers that can be embedded. */
public enum EmbeddedServer {
    POSTGRESQL,
    REDIS
}
