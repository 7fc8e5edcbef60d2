package dev.payonce.lab.nodes;

import static org.awaitility.Awaitility.await;

import dev.payonce.lab.ServerProcess;
import dev.payonce.lab.fault.RedisProcess;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.sentinel.api.StatefulRedisSentinelConnection;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A Redis primary, its replica and three Sentinels, of which two must agree. Everybody, the Sentinels included, reaches the
 * two servers over links, and knows them by the links' addresses. Not thread-safe.
 */
final class SentinelRedis implements AutoCloseable {
    /** The name by which the Sentinels know the primary. */
    static final String NAME = "pay";

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int SERVERS = 2;
    private static final int SENTINELS = 3;

    private final Path folder;
    private final List<Integer> ports = new ArrayList<>();
    private final List<TcpLink> links = new ArrayList<>();
    private final List<RedisProcess> servers = new ArrayList<>();
    private final List<RedisProcess> sentinels = new ArrayList<>();
    private final List<Integer> sentinelPorts = new ArrayList<>();
    private int killed;

    /** Nothing runs yet. */
    SentinelRedis(Path folder) throws IOException {
        this.folder = folder;
        for (int i = 0; i < SERVERS; i++) {
            int port = ServerProcess.freePort();
            ports.add(port);
            links.add(new TcpLink(port));
        }
        for (int i = 0; i < SENTINELS; i++) {
            sentinelPorts.add(ServerProcess.freePort());
        }
    }

    void start() throws IOException {
        startServer(0, List.of());
        startServer(1, List.of("--replicaof", "127.0.0.1 " + links.get(0).port(), "--repl-diskless-sync-delay", "0"));
        for (int port : sentinelPorts) {
            startSentinel(port);
        }
        sentinels.forEach(SentinelRedis::awaitOversight);
    }

    private void startServer(int server, List<String> more) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "--save", "", "--appendonly", "no", "--replica-announce-ip", "127.0.0.1", "--replica-announce-port"));
        arguments.add(Integer.toString(links.get(server).port()));
        arguments.addAll(more);
        servers.add(new RedisProcess(folder, ports.get(server), arguments));
    }

    private void startSentinel(int port) throws IOException {
        Path config = folder.resolve("sentinel-" + port + ".conf");
        Files.writeString(config, """
                sentinel monitor %1$s 127.0.0.1 %2$d 2
                sentinel down-after-milliseconds %1$s 2000
                sentinel failover-timeout %1$s 6000
                """.formatted(NAME, links.get(0).port()));
        sentinels.add(new RedisProcess(folder, port, List.of(config.toString(), "--sentinel")));
    }

    private static void awaitOversight(RedisProcess sentinel) {
        await().atMost(LONG)
                .until(() ->
                        sentinel.call(redis -> redis.info("sentinel")).contains("slaves=1,sentinels=" + SENTINELS));
    }

    /** A server's settings. */
    List<String> settings() {
        return List.of(
                "--spring.data.redis.sentinel.master=" + NAME,
                "--spring.data.redis.sentinel.nodes="
                        + sentinelPorts.stream()
                                .map(port -> "127.0.0.1:" + port)
                                .collect(Collectors.joining(",")));
    }

    /** Which of the two servers the Sentinels take for the primary. */
    private int primary() {
        RedisURI first = RedisURI.Builder.sentinel("127.0.0.1", sentinelPorts.get(0), NAME)
                .build();
        try (RedisClient client = RedisClient.create(first);
                StatefulRedisSentinelConnection<String, String> connection = client.connectSentinel()) {
            InetSocketAddress address = (InetSocketAddress) connection.sync().getMasterAddrByName(NAME);
            return address.getPort() == links.get(0).port() ? 0 : 1;
        }
    }

    /** Returns when the Sentinels have made the other one the primary. */
    void killPrimary() {
        killed = primary();
        servers.get(killed).kill();
        awaitPrimary(1 - killed);
    }

    /** What was killed comes back empty, and the Sentinels make it a replica. */
    void startKilledAgain() throws IOException {
        servers.get(killed).startAgain();
    }

    /** The primary lives, but nobody reaches it. Returns when the Sentinels have made the other one the primary. */
    void cutPrimary() {
        int cut = primary();
        links.get(cut).cut();
        awaitPrimary(1 - cut);
    }

    private void awaitPrimary(int server) {
        await().atMost(LONG)
                .ignoreExceptions()
                .until(() -> primary() == server
                        && servers.get(server)
                                .call(redis -> redis.role().get(0))
                                .equals("master"));
    }

    /** Keys of the primary. */
    long size() {
        return servers.get(primary()).size();
    }

    void flush() {
        servers.get(primary()).flush();
    }

    void slow(Duration delay) {
        links.forEach(link -> link.slow(delay));
    }

    void heal() {
        links.forEach(TcpLink::heal);
    }

    @Override
    public void close() throws IOException {
        sentinels.forEach(RedisProcess::close);
        servers.forEach(RedisProcess::close);
        for (TcpLink link : links) {
            link.close();
        }
    }
}
