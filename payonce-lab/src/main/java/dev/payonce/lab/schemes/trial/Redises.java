package dev.payonce.lab.schemes.trial;

import dev.payonce.server.embedded.EmbeddedServer;
import dev.payonce.server.embedded.EmbeddedServers;
import dev.payonce.server.embedded.RedisConnection;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;

/** Two Redis servers behind one address: a primary and, when it is wanted, its replica. Not thread-safe. */
final class Redises implements AutoCloseable {
    private static final Duration LINK_UP = Duration.ofSeconds(20);
    private static final String LOOPBACK = "127.0.0.1";
    /** Nobody listens there. */
    private static final int NOWHERE = 1;

    private final Node primary;
    private final Node replica;
    private final TcpProxy proxy;

    Redises(Path folder) throws IOException {
        this.primary = new Node(folder.resolve("redis-1"));
        this.replica = new Node(folder.resolve("redis-2"));
        this.proxy = new TcpProxy(primary.connection.port(), TcpProxy::all);
        // One password for both: clients see one server.
        replica.set("masterauth", primary.connection.password());
        replica.set("requirepass", primary.connection.password());
    }

    /** One server with what it takes to command it. */
    private static final class Node implements AutoCloseable {
        private final EmbeddedServers server;
        private final RedisConnection connection;
        private final RedisClient client;
        private final RedisCommands<String, String> commands;

        Node(Path folder) {
            server = new EmbeddedServers(folder, Set.of(EmbeddedServer.REDIS));
            server.start();
            connection = server.redis().orElseThrow();
            client = RedisClient.create(connection.url());
            commands = client.connect().sync();
        }

        void set(String name, String value) {
            expectOk(commands.configSet(name, value));
        }

        @Override
        public void close() {
            client.shutdown(Duration.ZERO, Duration.ofSeconds(1));
            server.close();
        }
    }

    /** Where the receivers find Redis, whichever server it is. */
    String url() {
        return new RedisConnection(proxy.port(), primary.connection.password()).url();
    }

    /** Both empty and alone, the first one in use. */
    void reset() {
        expectOk(replica.commands.replicaofNoOne());
        flush();
        expectOk(replica.commands.flushall());
        proxy.to(primary.connection.port());
    }

    /** Forgets every key. */
    void flush() {
        expectOk(primary.commands.flushall());
    }

    /** The second server becomes the replica of the first; returns when it is in step. */
    void replicate() throws InterruptedException {
        expectOk(replica.commands.replicaof(LOOPBACK, primary.connection.port()));
        long until = System.nanoTime() + LINK_UP.toNanos();
        while (!replica.commands.info("replication").contains("master_link_status:up")) {
            if (System.nanoTime() > until) {
                throw new IllegalStateException("the replica found no primary");
            }
            Thread.sleep(20);
        }
    }

    /** The replica hears no more of the primary; it keeps what it has. */
    void cutReplication() {
        expectOk(replica.commands.replicaof(LOOPBACK, NOWHERE));
    }

    /** The replica, as it is, becomes the primary; nobody reaches the old one any more. */
    void failOver() {
        expectOk(replica.commands.replicaofNoOne());
        proxy.to(replica.connection.port());
    }

    /** The version, as the server tells it. */
    String version() {
        return primary.commands
                .info("server")
                .lines()
                .filter(line -> line.startsWith("redis_version:"))
                .findFirst()
                .orElse("redis_version:?")
                .substring("redis_version:".length());
    }

    private static void expectOk(String answer) {
        if (!"OK".equals(answer)) {
            throw new IllegalStateException("Redis answered " + answer);
        }
    }

    @Override
    public void close() throws IOException {
        try {
            proxy.close();
            // Its embedding knows it by its own password, and could not end it by another.
            replica.set("requirepass", replica.connection.password());
        } finally {
            replica.close();
            primary.close();
        }
    }
}
