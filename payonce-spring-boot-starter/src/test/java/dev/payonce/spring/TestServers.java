package dev.payonce.spring;

import dev.payonce.jdbc.PostgresServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.LinkedHashMap;
import java.util.Map;
import redis.embedded.RedisServer;

/** A real PostgreSQL and a real Redis for the whole test run, and settings that lead to them. */
final class TestServers {
    private TestServers() {}

    private static final class SharedRedis {
        static final int PORT = freePort();
        static final RedisServer SERVER = start(PORT);
    }

    static RedisServer start(int port) {
        RedisServer server = RedisServer.builder()
                .port(port)
                .setting("bind 127.0.0.1")
                .setting("save \"\"")
                .build();
        server.start();
        return server;
    }

    static int redisPort() {
        return SharedRedis.SERVER.isActive() ? SharedRedis.PORT : -1;
    }

    static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A fresh database, the shared Redis, and both channels. */
    static Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>(SignedCallbacks.settings());
        settings.put(
                "spring.datasource.url", PostgresServer.url(PostgresServer.port(), PostgresServer.emptyDatabase()));
        settings.put("spring.data.redis.url", "redis://127.0.0.1:" + redisPort());
        settings.put("server.port", "0");
        settings.put("management.health.redis.enabled", "false");
        settings.put("management.endpoint.health.show-details", "always");
        settings.put(
                "payonce.gate.key-prefix",
                "test:" + settings.get("spring.datasource.url").hashCode() + ":");
        return settings;
    }
}
