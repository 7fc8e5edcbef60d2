package dev.payonce.simulator.stripe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.stripe.exception.SignatureVerificationException;
import com.stripe.net.Webhook;
import dev.payonce.simulator.Answer;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SimulatedPayment;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Judged by channels.md 5 and by the platform's own SDK. */
class StripeTest {
    private static final String OLD = "whsec_old";
    private static final String NEW = "whsec_new";
    private static final Stripe STRIPE = new Stripe(List.of(OLD, NEW), true, null);
    private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");
    private static final SimulatedPayment PAYMENT = new SimulatedPayment("pi_1", "P 1/\"2\"", 9905, "USD", NOW);

    private final Random random = new Random(7);

    private static String body(SignedRequest request) {
        return new String(request.body(), UTF_8);
    }

    private static String header(SignedRequest request) {
        return String.join("|", request.headers().getOrDefault("Stripe-Signature", List.of()));
    }

    private static void sdkVerifies(SignedRequest request, String secret) throws SignatureVerificationException {
        boolean unused = Webhook.Signature.verifyHeader(
                body(request), header(request), secret, 300, Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private SignedRequest forged(Forgery forgery) {
        return STRIPE.notification(PAYMENT, random).sign(Set.of(forgery), NOW, random);
    }

    @Test
    void sdkAcceptsEachAttemptUnderEachSecret() throws Exception {
        Notification notification = STRIPE.notification(PAYMENT, random);
        for (int minutes : new int[] {0, 4}) {
            SignedRequest request = notification.sign(NOW.minus(Duration.ofMinutes(minutes)), random);
            sdkVerifies(request, OLD);
            sdkVerifies(request, NEW);
            assertThatThrownBy(() -> sdkVerifies(request, "whsec_other"))
                    .isInstanceOf(SignatureVerificationException.class);
        }
    }

    @Test
    void attemptsDifferInTheSignatureOnlyAndEventsInTheirId() {
        Notification notification = STRIPE.notification(PAYMENT, random);
        SignedRequest first = notification.sign(NOW, random);
        SignedRequest second = notification.sign(NOW.plusSeconds(60), random);
        assertThat(second.body()).isEqualTo(first.body());
        assertThat(header(second)).isNotEqualTo(header(first));
        assertThat(STRIPE.notification(PAYMENT, random).sign(NOW, random).body())
                .isNotEqualTo(first.body());
    }

    @Test
    void aPaymentIntentIsIndentedAndHasTheDocumentedMembers() {
        String body = body(STRIPE.notification(PAYMENT, random).sign(NOW, random));
        assertThat(body)
                .startsWith("{\n  \"id\": \"evt_")
                .contains("\"type\": \"payment_intent.succeeded\"", "\"livemode\": true", "\"created\": 1796119200")
                .contains("\"id\": \"pi_1\"", "\"object\": \"payment_intent\"", "\"status\": \"succeeded\"")
                .contains("\"amount_received\": 9905", "\"amount\": 10895", "\"currency\": \"usd\"")
                .contains("\"order_no\": \"P 1/\\\"2\\\"\"")
                .doesNotContain("account");
        assertThat(body(STRIPE.notification(PAYMENT.withOrderNo(null), random).sign(NOW, random)))
                .contains("\"metadata\": {}");
        assertThat(body(STRIPE.withAccount("acct_7")
                        .notification(PAYMENT, random)
                        .sign(NOW, random)))
                .contains("\"account\": \"acct_7\"");
    }

    @ParameterizedTest
    @CsvSource({"500, JPY, 500", "1000, KWD, 1000", "5, ISK, 500", "5, UGX, 500", "500, MGA, 5"})
    void amountsAreInStripesUnits(long amount, String currency, long wire) {
        SimulatedPayment payment = new SimulatedPayment("pi_1", "P1", amount, currency, NOW);
        assertThat(body(STRIPE.notification(payment, random).sign(NOW, random)))
                .contains("\"amount_received\": " + wire + ",");
    }

    @Test
    void whatStripeCannotExpressIsRefused() {
        SimulatedPayment payment = new SimulatedPayment("pi_1", "P1", 501, "MGA", NOW);
        assertThatThrownBy(() -> STRIPE.notification(payment, random).sign(NOW, random))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void everythingIsThreeTypesAndASecondEventOfOne() {
        List<Notification> all = STRIPE.everything(PAYMENT, random);
        assertThat(all)
                .extracting(Notification::event)
                .containsExactlyInAnyOrder(
                        "payment_intent.succeeded",
                        "payment_intent.succeeded",
                        "charge.succeeded",
                        "checkout.session.completed");
        assertThat(all)
                .allSatisfy(one -> assertThat(body(one.sign(NOW, random))).contains("\"pi_1\""));
        assertThat(all.stream().map(one -> body(one.sign(NOW, random))).distinct())
                .hasSize(4);
        assertThat(IntStream.range(0, 50)
                        .mapToObj(i -> STRIPE.everything(PAYMENT, random).get(0).event())
                        .distinct())
                .hasSize(3);
    }

    @Test
    void otherEventsReportWhatTheySay() {
        assertThat(body(event(StripeEvent.paymentIntent("payment_failed", "requires_payment_method"))))
                .contains("payment_intent.payment_failed", "\"amount_received\": 0");
        assertThat(body(event(StripeEvent.sessionCompleted("unpaid"))))
                .contains("\"payment_status\": \"unpaid\"", "\"client_reference_id\"");
        assertThat(body(event(StripeEvent.sessionPaidLater()))).contains("async_payment_succeeded");
        assertThat(body(event(StripeEvent.chargeRefunded()))).contains("\"amount_refunded\": 9905");
        assertThat(body(event(StripeEvent.other("customer.updated")))).contains("\"id\": \"cus_");
    }

    private SignedRequest event(StripeEvent event) {
        return STRIPE.notification(PAYMENT, event, random).sign(NOW, random);
    }

    @ParameterizedTest
    @EnumSource(
            value = Forgery.class,
            names = {"TAMPERED_BODY", "WRONG_SIGNATURE", "WEAK_ALGORITHM", "STALE"})
    void sdkRefusesForgeries(Forgery forgery) {
        SignedRequest request = forged(forgery);
        assertThatThrownBy(() -> sdkVerifies(request, NEW)).isInstanceOf(SignatureVerificationException.class);
        assertThat(body(request)).startsWith("{").endsWith("}");
    }

    @Test
    void otherForgeriesAreWhatTheySay() throws Exception {
        assertThat(forged(Forgery.MISSING_SIGNATURE).headers()).doesNotContainKey("Stripe-Signature");
        assertThat(header(forged(Forgery.EMPTY_SIGNATURE))).isEmpty();
        sdkVerifies(forged(Forgery.OTHER_MERCHANT), NEW);
        assertThat(body(forged(Forgery.OTHER_MERCHANT))).contains("\"account\": \"acct_");
        assertThat(header(forged(Forgery.FUTURE)))
                .startsWith("t=" + NOW.plusSeconds(360).getEpochSecond());
        assertThatThrownBy(() -> forged(Forgery.OTHER_APP)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theTestModeHasADecoyAndFewerRetries() throws Exception {
        Stripe test = STRIPE.withLivemode(false);
        SignedRequest request = test.notification(PAYMENT, random).sign(NOW, random);
        assertThat(header(request)).matches("t=\\d+,v1=[0-9a-f]{64},v1=[0-9a-f]{64},v0=[0-9a-f]{64}");
        sdkVerifies(request, OLD);
        assertThat(body(request)).contains("\"livemode\": false").doesNotContain("\"livemode\": true");
        assertThat(test.schedule().pauses()).hasSize(3);
    }

    /** channels.md 0.3: exponential, up to 3 days. */
    @Test
    void theLiveScheduleDoublesWithinThreeDays() {
        List<Duration> pauses = STRIPE.schedule().pauses();
        for (int i = 1; i < pauses.size(); i++) {
            assertThat(pauses.get(i)).isEqualTo(pauses.get(i - 1).multipliedBy(2));
        }
        assertThat(STRIPE.schedule().total()).isBetween(Duration.ofDays(2), Duration.ofDays(3));
    }

    @Test
    void any2xxAcknowledges() {
        assertThat(IntStream.of(200, 202, 204, 299, 199, 300, 302, 400, 409, 503)
                        .filter(status -> STRIPE.acknowledged(new Answer(status, Map.of(), ""))))
                .containsExactly(200, 202, 204, 299);
    }

    @Test
    void secretsAreNeededAndNotShown() {
        assertThat(STRIPE.toString() + Stripe.generate()).doesNotContain("whsec_");
        assertThat(Stripe.generate().secrets().get(0)).matches("whsec_[A-Za-z0-9]{32}");
        assertThatThrownBy(() -> new Stripe(List.of(), true, null)).isInstanceOf(IllegalArgumentException.class);
    }
}
