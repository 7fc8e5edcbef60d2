package dev.payonce.channel.paypal;

import static dev.payonce.channel.paypal.PayPalWorld.ACCOUNT;
import static dev.payonce.channel.paypal.PayPalWorld.MERCHANT_ID;
import static dev.payonce.channel.paypal.PayPalWorld.NOW;
import static dev.payonce.channel.paypal.PayPalWorld.PAYMENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.AskingChannel;
import dev.payonce.Body;
import dev.payonce.Delivery;
import dev.payonce.PaymentNotification;
import dev.payonce.PlatformUnavailableException;
import dev.payonce.channel.Expect;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.paypal.PayPalApi.Canned;
import dev.payonce.simulator.paypal.PayPalApi.Condition;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What PayPal's own word decides (channels.md 6.3). */
class PayPalQuestionTest {
    private static final String TOKEN = "POST /v1/oauth2/token";
    private static final String CAPTURE = "GET /v2/payments/captures/2GG279541U471931P";
    private static final String POSTBACK = "POST /v1/notifications/verify-webhook-signature";

    private final PayPalWorld world = new PayPalWorld();
    private final AskingChannel channel = world.channel();
    private final AskingChannel postback = world.channel("verification", "postback");
    private final Delivery delivery = world.aSignedDelivery().deliver();

    @AfterEach
    void close() {
        world.close();
    }

    private static boolean confirms(AskingChannel asked, Delivery delivery) {
        return asked.confirms(Expect.payment(asked, delivery), delivery);
    }

    private void unavailable(AskingChannel asked, Delivery question) {
        PaymentNotification payment = Expect.payment(asked, question);
        assertThatThrownBy(() -> asked.confirms(payment, question)).isInstanceOf(PlatformUnavailableException.class);
    }

    private void disagrees(SimulatedPayment payment, String status, String merchantId) {
        world.api.knows(payment, status, merchantId);
        assertThat(confirms(channel, delivery)).isFalse();
        assertThat(confirms(postback, delivery)).isFalse();
    }

    @Test
    void thePaymentIsConfirmedWhenTheApiSaysTheSame() {
        assertThat(confirms(channel, delivery)).isTrue();
        assertThat(world.api.count(CAPTURE)).isEqualTo(1);
        assertThat(world.api.count(POSTBACK)).isZero();
        assertThat(confirms(postback, delivery)).isTrue();
        assertThat(world.api.count(CAPTURE)).isEqualTo(2);
        assertThat(world.api.count(POSTBACK)).isEqualTo(1);
    }

    @Test
    void everyMemberHasToAgree() {
        disagrees(PAYMENT.withAmount(9901), "COMPLETED", MERCHANT_ID);
        disagrees(new SimulatedPayment(PAYMENT.transactionId(), "ORD1", 9900, "EUR", NOW), "COMPLETED", MERCHANT_ID);
        disagrees(PAYMENT.withOrderNo("ORD2"), "COMPLETED", MERCHANT_ID);
        disagrees(PAYMENT.withOrderNo(null), "COMPLETED", MERCHANT_ID);
        disagrees(PAYMENT, "COMPLETED", "OTHER");
        disagrees(PAYMENT, "REFUNDED", MERCHANT_ID);
        disagrees(PAYMENT, "DECLINED", MERCHANT_ID);
        world.api.knows(PAYMENT);
        assertThat(confirms(channel, delivery)).isTrue();
    }

    @Test
    void anAnswerAboutAnotherCaptureOrWithoutPayeeDoesNotConfirm() {
        String answer = "{\"id\":\"%s\",\"status\":\"COMPLETED\",\"custom_id\":\"ORD1\","
                + "\"amount\":{\"value\":\"99.00\",\"currency_code\":\"USD\"}%s}";
        String payee = ",\"payee\":{\"merchant_id\":\"" + MERCHANT_ID + "\"}";
        world.api.says(PAYMENT.transactionId(), answer.formatted(PAYMENT.transactionId(), payee));
        assertThat(confirms(channel, delivery)).isTrue();
        world.api.says(PAYMENT.transactionId(), answer.formatted("OTHER", payee));
        assertThat(confirms(channel, delivery)).isFalse();
        world.api.says(PAYMENT.transactionId(), answer.formatted(PAYMENT.transactionId(), ""));
        assertThat(confirms(channel, delivery)).isFalse();
    }

    /** The same value written another way is the same. */
    @Test
    void amt04OneAmountInTwoSpellingsAgrees() {
        assertThat(confirms(
                        channel,
                        world.aSignedDelivery()
                                .resource("amount", PayPalDelivery.amount("99.0", "USD"))
                                .deliver()))
                .isTrue();
    }

    /** Case of channels.md 6.3: another amount under the same checksum, so that the genuine signature fits it too. */
    @Test
    void contentBentToTheSignedChecksumVerifiesAndIsNotConfirmed() {
        SignedRequest forged = ACCOUNT.withCertificateUrl(world.api.certificateUrl())
                .notification(PAYMENT, new Random(1))
                .sign(Set.of(Forgery.CHECKSUM_COLLISION), NOW, new Random(2));
        Delivery bent = new Delivery("POST", "/notify/pp", forged.headers(), null, Body.of(forged.body()), NOW);
        assertThat(Expect.payment(channel, bent).money().amount()).isEqualTo(10_000);
        assertThat(confirms(channel, bent)).isFalse();
        // Also where PayPal itself is satisfied with the checksum.
        assertThat(confirms(postback, bent)).isFalse();
        assertThat(world.api.count(POSTBACK)).isEqualTo(1);
    }

    /** Channels.md 6.4: an event may be here before its capture can be read. */
    @Test
    void aCaptureThatIsNotThereYetIsRetry() {
        Delivery early = world.aSignedDelivery().resource("id", "\"EARLY1\"").deliver();
        unavailable(channel, early);
        world.api.knows(PAYMENT.withTransactionId("EARLY1"), "PENDING", MERCHANT_ID);
        unavailable(channel, early);
        world.api.knows(PAYMENT.withTransactionId("EARLY1"));
        assertThat(confirms(channel, early)).isTrue();
    }

    @Test
    void anApiThatFailsIsRetry() {
        assertThat(confirms(channel, delivery)).isTrue();
        assertThat(confirms(postback, delivery)).isTrue();
        for (Condition condition : new Condition[] {Condition.DOWN, Condition.GARBLED}) {
            world.api.become(condition);
            unavailable(channel, delivery);
            unavailable(postback, delivery);
        }
        world.api.become(Condition.WELL);
        assertThat(confirms(channel, delivery)).isTrue();
    }

    @Test
    void anApiThatSaysNothingIsWaitedForTwoSecondsAtMost() {
        assertThat(confirms(channel, delivery)).isTrue();
        world.api.become(Condition.SILENT);
        long start = System.nanoTime();
        unavailable(channel, delivery);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(4));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"verification_status\":\"success\"}",
                "{\"verification_status\":true}",
                "{\"verification_status\":\"SUCCESS\",\"verification_status\":\"SUCCESS\"}"
            })
    void anAnswerThatIsNoAnswerIsRetry(String json) {
        world.api.answers(POSTBACK.substring(5), new Canned(200, Map.of(), json));
        unavailable(postback, delivery);
        world.api.says(PAYMENT.transactionId(), json);
        unavailable(channel, delivery);
    }

    @Test
    void anAnswerThatIsTooLargeOrARedirectIsRetry() {
        world.api.says(PAYMENT.transactionId(), "{\"a\":\"" + "x".repeat(300_000) + "\"}");
        unavailable(channel, delivery);
        world.api.answers(
                CAPTURE.substring(4), new Canned(302, Map.of("Location", world.api.url() + "/elsewhere"), ""));
        unavailable(channel, delivery);
        assertThat(world.api.count("GET /elsewhere")).isZero();
    }

    @Test
    void aTokenIsKeptUntilShortlyBeforeItExpires() {
        assertThat(confirms(channel, delivery)).isTrue();
        assertThat(confirms(channel, delivery)).isTrue();
        assertThat(world.api.count(TOKEN)).isEqualTo(1);
        Duration life = Duration.ofMinutes(9 * 60 - 1);
        assertThat(confirms(
                        channel,
                        world.aSignedDelivery()
                                .receivedAt(NOW.plus(life).minusSeconds(1))
                                .deliver()))
                .isTrue();
        assertThat(world.api.count(TOKEN)).isEqualTo(1);
        assertThat(confirms(
                        channel,
                        world.aSignedDelivery().receivedAt(NOW.plus(life)).deliver()))
                .isTrue();
        assertThat(world.api.count(TOKEN)).isEqualTo(2);
    }

    @Test
    void aTokenThatWasWithdrawnIsReplacedOnce() {
        assertThat(confirms(channel, delivery)).isTrue();
        world.api.withdrawTokens();
        assertThat(confirms(channel, delivery)).isTrue();
        assertThat(world.api.count(TOKEN)).isEqualTo(2);
        world.api.answers(CAPTURE.substring(4), new Canned(401, Map.of(), ""));
        unavailable(channel, delivery);
        assertThat(world.api.count(TOKEN)).isEqualTo(3);
    }

    @Test
    void wrongCredentialsAreRetryAndNotShown() {
        AskingChannel wrong = world.channel("client-secret", "S3cr3t");
        PaymentNotification payment = Expect.payment(wrong, delivery);
        assertThatThrownBy(() -> wrong.confirms(payment, delivery))
                .isInstanceOf(PlatformUnavailableException.class)
                .hasMessage("PayPal refuses client-id and client-secret");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"access_token\":\"a\\nb\",\"expires_in\":100}",
                "{\"access_token\":\"\",\"expires_in\":100}",
                "{\"access_token\":\"a\",\"expires_in\":\"100\"}",
                "{\"access_token\":\"a\"}",
                "{\"expires_in\":100}"
            })
    void aTokenThatIsNoneIsRetry(String json) {
        world.api.answers(TOKEN.substring(5), new Canned(200, Map.of(), json));
        unavailable(channel, delivery);
    }

    /** Case RAW-10: read and written again, the event's checksum would be another. */
    @Test
    void raw10ThePostbackHoldsTheBytesThatCame() {
        Delivery odd = world.aSignedDelivery()
                .event("summary", "\"caf\u00e9 \\/ \\u00e9 🎁\"")
                .body(body -> body.replace(",", " ,\r\n\t") + "\n")
                .deliver();
        assertThat(confirms(postback, odd)).isTrue();
    }

    @Test
    void aPostbackThatFailsDoesNotConfirm() {
        world.api.answers(POSTBACK.substring(5), new Canned(200, Map.of(), "{\"verification_status\":\"FAILURE\"}"));
        assertThat(confirms(postback, delivery)).isFalse();
        assertThat(world.api.count(CAPTURE)).isZero();
    }

    /** An id comes from the body: it must not lead to another address of the API. */
    @Test
    void anIdStaysOneSegmentOfTheAddress() {
        String odd = "..%2F?a=b#c d\u00e9";
        world.api.knows(PAYMENT.withTransactionId(odd));
        assertThat(confirms(
                        channel,
                        world.aSignedDelivery()
                                .resource("id", "\"" + odd + "\"")
                                .deliver()))
                .isTrue();
    }
}
