package dev.payonce.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.payonce.Money;
import dev.payonce.NewOrder;
import dev.payonce.OrderBook;
import dev.payonce.PostingHandler;
import io.lettuce.core.RedisClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** What a release leaves behind (design 2, step 10). */
class LifecycleIT {
    private static final int PAYMENTS = 60;
    private static final int THREADS = 12;

    /** Makes sure that there is work in flight whenever the application is closed. */
    @Configuration(proxyBeanMethods = false)
    static class SlowPosting {
        @Bean
        PostingHandler slowHandler(JdbcTemplate jdbc) {
            return payment -> jdbc.execute("SELECT pg_sleep(0.15)");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"graceful", "immediate"})
    void aCloseInMidStormLeavesNoClaimAndEachPaymentIsPostedOnce(String shutdown) throws Exception {
        Map<String, String> settings = TestServers.settings();
        settings.put("server.shutdown", shutdown);
        ConfigurableApplicationContext context = HostApplication.start(settings, SlowPosting.class);
        createOrders(context.getBean(OrderBook.class));
        AtomicInteger answered = new AtomicInteger();
        ExecutorService platform = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> deliveries = deliverAll(platform, HostApplication.wire(context), answered);
            await().atMost(Duration.ofSeconds(20)).until(() -> answered.get() >= 20);
            context.close();
            for (Future<?> delivery : deliveries) {
                assertThat(delivery.get()).isNull();
            }
        } finally {
            platform.shutdownNow();
        }
        assertThat(answered.get()).isLessThan(2 * PAYMENTS);
        assertThat(values(Objects.requireNonNull(settings.get("payonce.gate.key-prefix"))))
                .isNotEmpty()
                .allMatch(value -> value.startsWith("SUCCESS:"));
        assertAllAreSettledAfterTheRestart(settings);
    }

    private static void createOrders(OrderBook orders) {
        for (int i = 0; i < PAYMENTS; i++) {
            var unused = orders.create(new NewOrder("S" + i, new Money(100, "CNY"), "user:1", null, List.of()));
        }
    }

    /** Each payment twice; a connection that the closing application refuses is the platform's normal life. */
    private static List<Future<?>> deliverAll(ExecutorService platform, Wire wire, AtomicInteger answered) {
        List<Future<?>> deliveries = new ArrayList<>();
        for (int i = 0; i < 2 * PAYMENTS; i++) {
            int payment = i / 2;
            deliveries.add(platform.submit(() -> {
                try {
                    if (!wire.post("wx", SignedCallbacks.weChat("S" + payment, "TS" + payment, 100))
                            .text()
                            .isEmpty()) {
                        answered.incrementAndGet();
                    }
                } catch (UncheckedIOException e) {
                    assertThat(e).hasCauseInstanceOf(IOException.class);
                }
            }));
        }
        return deliveries;
    }

    private static List<String> values(String prefix) {
        RedisClient client = RedisClient.create("redis://127.0.0.1:" + TestServers.redisPort());
        try (var connection = client.connect()) {
            var commands = connection.sync();
            return commands.keys(prefix + "*").stream().map(commands::get).toList();
        } finally {
            client.shutdown();
        }
    }

    private static void assertAllAreSettledAfterTheRestart(Map<String, String> settings) {
        try (ConfigurableApplicationContext again = HostApplication.start(settings)) {
            Wire wire = HostApplication.wire(again);
            for (int i = 0; i < PAYMENTS; i++) {
                assertThat(wire.post("wx", SignedCallbacks.weChat("S" + i, "TS" + i, 100))
                                .status())
                        .isEqualTo(200);
            }
            JdbcTemplate jdbc = again.getBean(JdbcTemplate.class);
            assertThat(jdbc.queryForObject(
                            "SELECT count(*) FROM pay_transaction WHERE state = 'APPLIED'", Integer.class))
                    .isEqualTo(PAYMENTS);
            assertThat(jdbc.queryForObject("SELECT count(*) FROM note", Integer.class))
                    .isEqualTo(PAYMENTS);
            assertThat(jdbc.queryForObject("SELECT balance FROM account_balance WHERE account = 'user:1'", Long.class))
                    .isEqualTo(PAYMENTS * 100L);
        }
    }
}
