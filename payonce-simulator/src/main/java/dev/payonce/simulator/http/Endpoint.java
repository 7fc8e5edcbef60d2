package dev.payonce.simulator.http;

import java.net.InetSocketAddress;

/**
 * Where connections go: an address that was resolved once, so that a name cannot come to mean another one later.
 *
 * @param address resolved
 * @param host the name that a certificate must have
 * @param tls whether it is spoken to over TLS
 */
public record Endpoint(InetSocketAddress address, String host, boolean tls) {
    public Endpoint {
        if (address.isUnresolved()) {
            throw new IllegalArgumentException("host cannot be resolved: " + host);
        }
    }
}
