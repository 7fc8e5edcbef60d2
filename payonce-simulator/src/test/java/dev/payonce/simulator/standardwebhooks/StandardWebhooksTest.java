package dev.payonce.simulator.standardwebhooks;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import dev.payonce.simulator.Answer;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SimulatedPayment;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Judged by channels.md 9 and by the specification's own library, which knows no clock but the machine's. */
class StandardWebhooksTest {
    private static final String OLD = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3OA==";
    private static final String NEW = "whsec_QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=";
    private static final StandardWebhooks SENDER = new StandardWebhooks(List.of(OLD, NEW));

    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final SimulatedPayment payment = new SimulatedPayment("pay_1", "P1", 9905, "USD", now);
    private final Random random = new Random(7);

    private static void sdkVerifies(SignedRequest request, String secret) throws Exception {
        new Webhook(secret).verify(new String(request.body(), UTF_8), request.headers());
    }

    @Test
    void sdkAcceptsEachAttemptUnderEachSecret() throws Exception {
        Notification notification = SENDER.notification(payment, random);
        SignedRequest first = notification.sign(now, random);
        SignedRequest second = notification.sign(now.minusSeconds(60), random);
        for (SignedRequest request : List.of(first, second)) {
            sdkVerifies(request, OLD);
            sdkVerifies(request, NEW);
        }
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(second.headers().get("webhook-id")).isEqualTo(first.headers().get("webhook-id"));
        assertThat(second.headers().get("webhook-signature"))
                .isNotEqualTo(first.headers().get("webhook-signature"));
    }

    @Test
    void theBodyIsTheDocumentedOne() {
        assertThat(new String(
                        SENDER.notification(payment, "pending", random)
                                .sign(now, random)
                                .body(),
                        UTF_8))
                .isEqualTo("{\"type\":\"payment.pending\",\"timestamp\":\"" + now + "\",\"data\":{\"id\":\"pay_1\","
                        + "\"order_no\":\"P1\",\"amount\":9905,\"currency\":\"USD\",\"status\":\"pending\"}}");
        assertThat(new String(
                        SENDER.notification(payment.withOrderNo(null), random)
                                .sign(now, random)
                                .body(),
                        UTF_8))
                .doesNotContain("order_no");
    }

    @ParameterizedTest
    @EnumSource(
            value = Forgery.class,
            names = {
                "TAMPERED_BODY",
                "WRONG_SIGNATURE",
                "MISSING_SIGNATURE",
                "EMPTY_SIGNATURE",
                "WEAK_ALGORITHM",
                "STALE",
                "FUTURE"
            })
    void sdkRefusesForgeries(Forgery forgery) {
        SignedRequest request = SENDER.notification(payment, random).sign(Set.of(forgery), now, random);
        assertThatThrownBy(() -> sdkVerifies(request, NEW)).isInstanceOf(WebhookVerificationException.class);
    }

    @Test
    void forgeriesOfOtherPlatformsAreRefused() {
        Notification notification = SENDER.notification(payment, random);
        assertThatThrownBy(() -> notification.sign(Set.of(Forgery.OTHER_APP), now, random))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** channels.md 0.3: 5s,5m,30m,2h,5h,10h,14h,20h,24h. */
    @Test
    void scheduleIsTheSpecificationsExample() {
        assertThat(SENDER.schedule().pauses())
                .extracting(Duration::toSeconds)
                .containsExactly(5L, 300L, 1800L, 7200L, 18000L, 36000L, 50400L, 72000L, 86400L);
    }

    @Test
    void any2xxAcknowledges() {
        assertThat(IntStream.of(200, 204, 199, 300, 401, 410, 503)
                        .filter(status -> SENDER.acknowledged(new Answer(status, Map.of(), ""))))
                .containsExactly(200, 204);
    }

    @Test
    void secretsAreNeededAndNotShown() throws Exception {
        StandardWebhooks generated = StandardWebhooks.generate();
        assertThat(SENDER.toString() + generated).doesNotContain("whsec_");
        sdkVerifies(
                generated.notification(payment, random).sign(now, random),
                generated.secrets().get(0));
        assertThatThrownBy(() -> new StandardWebhooks(List.of())).isInstanceOf(IllegalArgumentException.class);
    }
}
