package dev.payonce.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.Money;
import dev.payonce.NewOrder;
import dev.payonce.OrderBook;
import dev.payonce.OrderStatus;
import dev.payonce.Outcome;
import dev.payonce.example.AcmePayConfiguration;
import dev.payonce.spring.SignedCallbacks.Signed;
import dev.payonce.spring.Wire.Raw;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** A bean of type Channel, the one of docs/custom-channels.md, is a channel like any other. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CustomChannelIT {
    private static final int SENDERS = 16;

    private ConfigurableApplicationContext context;
    private Wire wire;
    private OrderBook orders;

    private static Map<String, String> settings() {
        Map<String, String> settings = TestServers.settings();
        settings.put("acme.merchant", "M1");
        settings.put("acme.secrets", "new-secret,old-secret");
        return settings;
    }

    @BeforeAll
    void start() {
        context = HostApplication.start(settings(), AcmePayConfiguration.class);
        wire = HostApplication.wire(context);
        orders = context.getBean(OrderBook.class);
    }

    @AfterAll
    void stop() {
        context.close();
    }

    private static Signed paid(String orderNo, String id, long amount) {
        String body = "{\"type\":\"payment.paid\",\"payment\":{\"id\":\"" + id + "\",\"merchant\":\"M1\",\"order\":\""
                + orderNo + "\",\"amount\":" + amount + ",\"currency\":\"CNY\"}}";
        String time = String.valueOf(Instant.now().getEpochSecond());
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec("old-secret".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            byte[] signature = mac.doFinal((time + "." + body).getBytes(StandardCharsets.UTF_8));
            return new Signed(
                    Map.of("Acme-Time", time, "Acme-Signature", HexFormat.of().formatHex(signature)),
                    body.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private void order(String orderNo, long amount) {
        assertThat(orders.create(new NewOrder(orderNo, new Money(amount, "CNY"), "user:1", null, List.of())))
                .isEqualTo(OrderBook.Creation.CREATED);
    }

    private double counted(Outcome outcome) {
        return context.getBean(MeterRegistry.class)
                .get("payonce.callbacks")
                .tag("channel", "acme")
                .tag("outcome", outcome.name().toLowerCase(Locale.ROOT))
                .counter()
                .count();
    }

    @Test
    void concurrentDuplicatesPostOnceAndAreCounted() {
        order("K1", 9900);
        double posted = counted(Outcome.POSTED);
        double repeated = counted(Outcome.ALREADY_POSTED);
        Signed signed = paid("K1", "PK1", 9900);
        List<Raw> answers = SeveralAtOnce.of(SENDERS, () -> wire.post("acme", signed));
        assertThat(answers).extracting(Raw::status).containsOnly(200);
        assertThat(answers).extracting(Raw::body).containsOnly("{\"ok\":true}");
        assertThat(orders.find("K1").orElseThrow().status()).isEqualTo(OrderStatus.PAID);
        assertThat(counted(Outcome.POSTED) - posted).isEqualTo(1);
        assertThat(counted(Outcome.ALREADY_POSTED) - repeated).isEqualTo(SENDERS - 1);
    }

    @Test
    void itsPaymentsAreMarkedAtTheGateUnderItsName() {
        order("K2", 100);
        assertThat(wire.post("acme", paid("K2", "PK2", 100)).status()).isEqualTo(200);
        String rows = "SELECT channel || ' ' || platform || ' ' || merchant FROM pay_transaction WHERE order_no = 'K2'";
        assertThat(context.getBean(JdbcTemplate.class).queryForList(rows, String.class))
                .containsExactly("acme acme M1");
        double done = claims("done");
        // A Redis that is slow for a moment is passed by: the answer is the same, the mark is seen by the next.
        for (int i = 0; i < 50 && claims("done") == done; i++) {
            assertThat(wire.post("acme", paid("K2", "PK2", 100)).status()).isEqualTo(200);
        }
        assertThat(claims("done")).isGreaterThan(done);
    }

    private double claims(String result) {
        return context.getBean(MeterRegistry.class)
                .get("payonce.gate.claims")
                .tag("result", result)
                .counter()
                .count();
    }

    @Test
    void whatIsNotGenuineIsRefusedInItsForm() {
        double refused = counted(Outcome.REFUSED);
        Raw answer = wire.post("acme", paid("K3", "PK3", 100).tampered());
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.body()).isEqualTo("{\"ok\":false}");
        assertThat(counted(Outcome.REFUSED) - refused).isEqualTo(1);
    }

    @Test
    void everyOutcomeIsRegisteredBeforeItHappens() {
        for (Outcome outcome : Outcome.values()) {
            assertThat(counted(outcome)).as(outcome.name()).isNotNegative();
        }
    }

    @Test
    void theApplicationIsHealthy() {
        Raw health = wire.exchange("GET /actuator/health", "", new byte[0]);
        assertThat(health.status()).isEqualTo(200);
        assertThat(health.body())
                .containsPattern(
                        "\"payonceChannels\":\\{.*\"acme\":\\{[^}]*\"type\":\"custom\"[^}]*}[^}]*\"status\":\"UP\"")
                .endsWith("\"status\":\"UP\"}");
    }

    @Test
    void aConfiguredChannelOfItsNameKeepsTheApplicationFromStarting() {
        Map<String, String> settings = settings();
        SignedCallbacks.settings().forEach((name, value) -> {
            if (name.startsWith("payonce.channels.wx.")) {
                settings.put(name.replace(".wx.", ".acme."), value);
            }
        });
        assertThatThrownBy(() -> HostApplication.start(settings, AcmePayConfiguration.class))
                .hasRootCauseInstanceOf(InvalidSettingException.class)
                .hasRootCauseMessage("payonce.channels.acme is the name of a bean too, of"
                        + " dev.payonce.example.AcmePayChannel: one of the two needs another");
    }
}
