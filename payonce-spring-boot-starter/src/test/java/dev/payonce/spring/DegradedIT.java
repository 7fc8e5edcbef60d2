package dev.payonce.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.payonce.Money;
import dev.payonce.NewOrder;
import dev.payonce.OrderBook;
import dev.payonce.OrderStatus;
import dev.payonce.jdbc.BookGauges;
import dev.payonce.spring.Wire.Raw;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** An application whose Redis comes and goes. */
class DegradedIT {

    @Test
    void withoutRedisPaymentsArePostedAndTheHealthSaysDegraded() {
        Map<String, String> settings = TestServers.settings();
        int port = TestServers.freePort();
        settings.put("spring.data.redis.url", "redis://127.0.0.1:" + port);
        try (ConfigurableApplicationContext context = HostApplication.start(settings)) {
            Wire wire = HostApplication.wire(context);
            var unused = context.getBean(OrderBook.class)
                    .create(new NewOrder("D1", new Money(100, "CNY"), "user:1", null, List.of()));
            assertThat(wire.post("wx", SignedCallbacks.weChat("D1", "TD1", 100)).status())
                    .isEqualTo(200);
            assertHealth(wire, "DEGRADED");
            var redis = TestServers.start(port);
            try {
                await().atMost(Duration.ofSeconds(15)).untilAsserted(() -> assertHealth(wire, "UP"));
            } finally {
                redis.stop();
            }
            await().atMost(Duration.ofSeconds(15)).untilAsserted(() -> assertHealth(wire, "DEGRADED"));
        }
    }

    private static void assertHealth(Wire wire, String gate) {
        Raw health = wire.exchange("GET /actuator/health", "", new byte[0]);
        assertThat(health.status()).isEqualTo(200);
        assertThat(health.body())
                .containsPattern("\"payonceGate\":\\{[^}]*}[^}]*\"status\":\"" + gate)
                .endsWith("\"status\":\"UP\"}")
                .contains("\"degraded\":" + gate.equals("DEGRADED"))
                .doesNotContain("DOWN");
    }

    @Test
    void aPaymentBeforeItsOrderIsSeenInTheGaugesAndAppliedAfterTheHostsCommit() {
        try (ConfigurableApplicationContext context = HostApplication.start(TestServers.settings())) {
            Wire wire = HostApplication.wire(context);
            MeterRegistry meters = context.getBean(MeterRegistry.class);
            assertThat(held(meters)).isZero();
            assertThat(wire.post("wx", SignedCallbacks.weChat("E1", "TE1", 100)).status())
                    .isEqualTo(409);
            context.getBean(BookGauges.class).refresh();
            assertThat(held(meters)).isOne();
            OrderBook orders = context.getBean(OrderBook.class);
            new TransactionTemplate(context.getBean(PlatformTransactionManager.class)).executeWithoutResult(status -> {
                var unused = orders.create(new NewOrder("E1", new Money(100, "CNY"), "user:1", null, List.of()));
            });
            await().atMost(Duration.ofSeconds(10))
                    .until(() -> orders.find("E1").orElseThrow().status() == OrderStatus.PAID);
            context.getBean(BookGauges.class).refresh();
            assertThat(held(meters)).isZero();
        }
    }

    private static double held(MeterRegistry meters) {
        return meters.get("payonce.held").tag("reason", "order_unknown").gauge().value();
    }
}
