package dev.payonce.lab.planted.jdbc;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;

/** A store that speaks to Redis, and makes its address. */
public final class IssuesCommands {

    private IssuesCommands() {}

    static RedisClient client(RedisURI uri) {
        return RedisClient.create(uri);
    }
}
