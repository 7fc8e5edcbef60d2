package dev.payonce.lab.planted.spring;

import io.lettuce.core.RedisClient;

/** A starter that speaks to Redis itself. */
public final class IssuesCommands {

    private IssuesCommands() {}

    static RedisClient client() {
        return RedisClient.create();
    }
}
