package dev.payonce.lab.planted.redis;

import tools.jackson.core.JsonToken;

/** A gate that parses. */
public final class KnowsJson {

    private KnowsJson() {}

    static boolean ends(JsonToken token) {
        return token.isStructEnd();
    }
}
