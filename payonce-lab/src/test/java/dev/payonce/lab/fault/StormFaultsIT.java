package dev.payonce.lab.fault;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.payonce.lab.ServerProcess;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.StormResult;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * After every fault in mid-storm: no success was told without a committed row, and once the platforms' retries have run on,
 * every genuine payment is posted exactly once and the books balance. The zones of the JVMs and of the database's sessions
 * are three different ones, none of them UTC. {@code -Dpayonce.storm.seconds} makes the storms longer.
 */
class StormFaultsIT {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static PostgresProcess postgres;

    @SuppressWarnings("NullAway.Init")
    private static RedisProcess redis;

    @BeforeAll
    static void startServers() throws IOException {
        postgres = new PostgresProcess(folder, ServerProcess.freePort());
        redis = new RedisProcess(folder);
    }

    @AfterAll
    static void stopServers() throws IOException {
        redis.close();
        postgres.close();
    }

    /** Claims that a broken Redis kept from being released are none of the next test's. */
    @BeforeEach
    void emptyRedis() {
        redis.flush();
    }

    @Test
    void redisIsKilled() throws Exception {
        try (Scene scene = scene()) {
            scene.storm(new Fault(redis::kill, redis::startAgain));
            assertThat(scene.meter("payonce_gate_errors_total")).isPositive();
            settle(scene);
        }
    }

    @Test
    void redisIsFlushed() throws Exception {
        try (Scene scene = scene()) {
            scene.storm(new Fault(StormFaultsIT::flush, StormFaultsIT::flush));
            settle(scene);
        }
    }

    private static void flush() {
        assertThat(redis.size()).isPositive();
        redis.flush();
    }

    @Test
    void redisBecomesReadOnly() throws Exception {
        try (Scene scene = scene()) {
            scene.storm(new Fault(redis::becomeReadOnly, redis::becomeWritable));
            assertThat(scene.meter("payonce_gate_errors_total")).isPositive();
            settle(scene);
        }
    }

    @Test
    void postgresIsKilledAndStartsAgain() throws Exception {
        try (Scene scene = scene()) {
            scene.storm(new Fault(postgres::kill, postgres::startAgain));
            assertThat(scene.turnedAway()).isPositive();
            settle(scene);
        }
    }

    @Test
    void terminatedServerLeavesNoClaimAndStartsAgain() throws Exception {
        try (Scene scene = scene()) {
            scene.storm(new Fault(
                    () -> {
                        scene.terminateServer();
                        assertThat(redis.claims()).isEmpty();
                    },
                    scene::startServerAgain));
            assertThat(scene.unanswered()).isPositive();
            settle(scene);
        }
    }

    @Test
    void killedServerStartsAgainOnItsDataWithServersOfItsOwn() throws Exception {
        Path data = folder.resolve("killed");
        try (Scene scene = new Scene(folder, List.of("--payonce.data-dir=" + data))) {
            scene.storm(new Fault(scene::killServer, scene::startServerAgain));
            assertThat(scene.unanswered()).isPositive();
            scene.settle(Books.of(data));
        }
    }

    @Test
    void claimThatExpiresInMidWorkLetsASecondServerInButNotASecondPosting() throws Exception {
        String[] shortClaims = {"--payonce.gate.allow-unsafe-ttl=true", "--payonce.gate.processing-ttl=1s"};
        try (Scene scene = scene(shortClaims);
                Scene other = scene(shortClaims)) {
            SimulatedPayment payment = scene.newPayment();
            assertThat(scene.createOrder(payment)).isEqualTo(201);
            CompletableFuture<StormResult> first;
            CompletableFuture<StormResult> second;
            try (Connection locker = lockOrder(requireNonNull(payment.orderNo()))) {
                first = scene.deliver(payment, scene);
                await().atMost(LONG)
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> !redis.claims().isEmpty());
                await().atMost(LONG)
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> redis.claims().isEmpty());
                second = scene.deliver(payment, other);
                await().atMost(LONG)
                        .pollInterval(Duration.ofMillis(5))
                        .until(() -> !redis.claims().isEmpty());
                locker.rollback();
            }
            assertThat(first.get(60, TimeUnit.SECONDS).neverAcknowledged()).isEmpty();
            assertThat(second.get(60, TimeUnit.SECONDS).neverAcknowledged()).isEmpty();
            settle(scene);
        }
    }

    private static Connection lockOrder(String orderNo) throws Exception {
        Connection connection = DriverManager.getConnection(postgres.url());
        connection.setAutoCommit(false);
        try (PreparedStatement lock =
                connection.prepareStatement("SELECT 1 FROM payment_order WHERE order_no = ? FOR UPDATE")) {
            lock.setString(1, orderNo);
            assertThat(lock.executeQuery().next()).isTrue();
        }
        return connection;
    }

    private static Scene scene(String... more) throws IOException, InterruptedException {
        List<String> settings = new ArrayList<>(
                List.of("--spring.datasource.url=" + postgres.url(), "--spring.data.redis.url=" + redis.url()));
        settings.addAll(List.of(more));
        return new Scene(folder, settings);
    }

    private static void settle(Scene scene) throws InterruptedException {
        scene.settle(new Books(postgres.dataSource()));
    }
}
