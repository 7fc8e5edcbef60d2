package dev.payonce.channel.stripe;

import static dev.payonce.channel.stripe.StripeNotification.NOW;
import static dev.payonce.channel.stripe.StripeNotification.aSignedNotification;
import static dev.payonce.channel.stripe.StripeNotification.channel;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.Money;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StripeContentTest {
    private final Channel channel = channel();

    private void malformed(StripeNotification notification) {
        Expect.refused(channel, notification.deliver(), Refusal.MALFORMED);
    }

    private void ignored(StripeNotification notification) {
        Expect.ignored(channel, notification.deliver());
    }

    private PaymentNotification payment(StripeNotification notification) {
        return Expect.payment(channel, notification.deliver());
    }

    @Test
    void aPaymentIsDecodedWhole() {
        Delivery delivery = aSignedNotification().deliver();
        assertThat(Expect.payment(channel, delivery))
                .isEqualTo(new PaymentNotification(
                        "card",
                        new PaymentKey("stripe", "own", "pi_3Pq1"),
                        "ORD1",
                        new Money(9900, "USD"),
                        Instant.parse("2026-12-01T03:04:00Z"),
                        NOW,
                        delivery.body()));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "payment_intent.created",
                "payment_intent.processing",
                "payment_intent.payment_failed",
                "payment_intent.amount_capturable_updated",
                "payment_intent.canceled",
                "payment_intent.succeeded.v2",
                "Payment_intent.succeeded",
                "charge.succeeded",
                "charge.refunded",
                "customer.updated",
                "invoice.paid",
                "foo.bar",
                ""
            })
    void ack08Ide08OtherEventsAreVerifiedAndIgnored(String type) {
        ignored(aSignedNotification().type(type));
        // They need not hold what a payment holds.
        ignored(aSignedNotification().type(type).event("data", "{}").withoutEvent("livemode"));
        ignored(aSignedNotification().type(type).event("account", "\"acct_other\""));
        Expect.refused(
                channel,
                aSignedNotification()
                        .tamperedAfterSigning(body -> body.replace("payment_intent.succeeded", type))
                        .deliver(),
                Refusal.BAD_SIGNATURE);
    }

    @Test
    void ide03OfThreeEventsAboutOnePaymentOnePosts() {
        ignored(aSignedNotification()
                .type("checkout.session.completed")
                .intent("id", "\"cs_1\"")
                .intent("object", "\"checkout.session\"")
                .intent("payment_intent", "\"pi_3Pq1\""));
        ignored(aSignedNotification()
                .type("charge.succeeded")
                .intent("id", "\"ch_1\"")
                .intent("payment_intent", "\"pi_3Pq1\""));
        PaymentNotification first = payment(aSignedNotification());
        PaymentNotification second = payment(aSignedNotification()
                .event("id", "\"evt_other\"")
                .event("created", "1796094299")
                .event("request", "{\"id\":\"req_2\"}"));
        assertThat(second.key()).isEqualTo(first.key());
        assertThat(second.content()).isEqualTo(first.content());
    }

    @ParameterizedTest
    @CsvSource({
        "checkout.session.completed, unpaid",
        "checkout.session.completed, paid",
        "checkout.session.async_payment_succeeded, paid",
        "checkout.session.async_payment_failed, unpaid"
    })
    void sem03NoEventOfASessionPosts(String type, String paymentStatus) {
        ignored(aSignedNotification()
                .type(type)
                .intent("object", "\"checkout.session\"")
                .intent("payment_status", "\"" + paymentStatus + "\""));
    }

    @Test
    void biz01ASessionOfOneCentForSomebodyElsesOrderPostsNothing() {
        ignored(aSignedNotification()
                .type("checkout.session.completed")
                .intent("client_reference_id", "\"ORD1\"")
                .intent("amount_total", "1"));
    }

    @Test
    void anIntentThatDidNotSucceedIsIgnored() {
        for (String status : List.of("processing", "canceled", "requires_capture", "SUCCEEDED", "")) {
            ignored(aSignedNotification().intent("status", "\"" + status + "\""));
        }
        malformed(aSignedNotification().intent("status", "true"));
        malformed(aSignedNotification().intent("object", "\"charge\""));
        // The event's type has said it.
        Expect.accepted(
                channel,
                aSignedNotification()
                        .withoutIntent("status")
                        .withoutIntent("object")
                        .deliver());
    }

    @Test
    void biz04EventsOfTheOtherModeArePostedNowhere() {
        Channel test = channel(Map.of("livemode", List.of("false")));
        ignored(aSignedNotification().event("livemode", "false"));
        Expect.ignored(test, aSignedNotification().event("livemode", "true").deliver());
        Expect.accepted(test, aSignedNotification().event("livemode", "false").deliver());
        Expect.accepted(
                channel(Map.of("livemode", List.of("true"))),
                aSignedNotification().deliver());
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "\"true\"", "1", "\"\"", "{}"})
    void biz04AModeThatIsNotSaidIsRefused(String livemode) {
        malformed(aSignedNotification().withoutEvent("livemode"));
        malformed(aSignedNotification().event("livemode", livemode));
    }

    @Test
    void anEventOfAConnectedAccountIsNotOurs() {
        Expect.refused(
                channel,
                aSignedNotification().event("account", "\"acct_2\"").deliver(),
                Refusal.WRONG_RECEIVER,
                "acct_2");
        Expect.accepted(channel, aSignedNotification().event("account", "null").deliver());
        malformed(aSignedNotification().event("account", "\"\""));
        malformed(aSignedNotification().event("account", "1"));
        // Whoever could be named like the own account's place holder is not it.
        Expect.refused(
                channel, aSignedNotification().event("account", "\"own\"").deliver(), Refusal.WRONG_RECEIVER);
    }

    @Test
    void ofConnectedAccountsOnlyTheConfiguredOnesPost() {
        Channel connected = channel(Map.of("account", List.of("acct_1", "acct_2")));
        PaymentNotification payment = Expect.payment(
                connected, aSignedNotification().event("account", "\"acct_2\"").deliver());
        assertThat(payment.key()).isEqualTo(new PaymentKey("stripe", "acct_2", "pi_3Pq1"));
        Expect.refused(
                connected,
                aSignedNotification().event("account", "\"acct_3\"").deliver(),
                Refusal.WRONG_RECEIVER,
                "acct_3");
        Expect.refused(connected, aSignedNotification().deliver(), Refusal.WRONG_RECEIVER, "own");
    }

    @Test
    void aPaymentWithoutAnOrderNumberIsIgnored() {
        ignored(aSignedNotification().withoutIntent("metadata"));
        ignored(aSignedNotification().intent("metadata", "{}"));
        ignored(aSignedNotification().intent("metadata", "null"));
        ignored(aSignedNotification().intent("metadata", "{\"order_no\":null}"));
        ignored(aSignedNotification().intent("metadata", "{\"order_no\":\"\"}"));
        ignored(aSignedNotification().intent("metadata", "{\"orderNo\":\"ORD1\"}"));
    }

    @Test
    void anOrderNumberThatIsNoneIsRefused() {
        for (String json :
                List.of("7", "true", "{}", "\" \"", "\"a\\u0000\"", "\"ORD1 \"", "\"" + "x".repeat(129) + "\"")) {
            malformed(aSignedNotification().intent("metadata", "{\"order_no\":" + json + "}"));
        }
        malformed(aSignedNotification().intent("metadata", "[]"));
    }

    @Test
    void theOrderNumberStandsWhereItIsConfigured() {
        Channel other = channel(Map.of("order-no", List.of("/metadata/shop~1no")));
        Delivery delivery = aSignedNotification()
                .intent("metadata", "{\"shop/no\":\"A 1\",\"order_no\":\"B\"}")
                .deliver();
        assertThat(Expect.payment(other, delivery).orderNo()).isEqualTo("A 1");
        Channel top = channel(Map.of("order-no", List.of("/description")));
        assertThat(Expect.payment(
                                top,
                                aSignedNotification()
                                        .intent("description", "\"D1\"")
                                        .deliver())
                        .orderNo())
                .isEqualTo("D1");
    }

    @Test
    void idsMustBeFitToBeAKey() {
        malformed(aSignedNotification().withoutIntent("id"));
        for (String json : List.of(
                "null",
                "7",
                "\"\"",
                "\" pi_1\"",
                "\"pi_1 \"",
                "\"pi/1\"",
                "\"pi\\n1\"",
                "\"" + "p".repeat(129) + "\"")) {
            malformed(aSignedNotification().intent("id", json));
        }
        assertThat(payment(aSignedNotification().intent("id", "\"PI_3pq1\"")).key())
                .isNotEqualTo(payment(aSignedNotification()).key());
    }

    @Test
    void amountsAreWhatWasReceivedAndNotWhatWasAskedFor() {
        assertThat(payment(aSignedNotification().intent("amount", "1")).money()).isEqualTo(new Money(9900, "USD"));
        malformed(aSignedNotification().withoutIntent("amount_received"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"9900\"",
                "99.00",
                "9900.0",
                "9.9e3",
                "1E+2",
                "1e2",
                "NaN",
                "0x10",
                "-1",
                "+100",
                "１００",
                "1,000",
                "9999999999999999999",
                "1000000000000000000",
                "null",
                "true",
                "[9900]",
                "{}"
            })
    void amt05OnlyAWholeJsonNumberIsAnAmount(String json) {
        malformed(aSignedNotification().intent("amount_received", json));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"US\"", "\"usdc\"", "\"Usd\"", "\"us1\"", "\"\"", "\"ＵＳＤ\"", "\"ıns\"", "null", "840"})
    void aCurrencyThatIsNoneIsRefused(String json) {
        malformed(aSignedNotification().intent("currency", json));
    }

    @ParameterizedTest
    @CsvSource({"1796094240, 2026-12-01T03:04:00Z", "0, 1970-01-01T00:00:00Z", "253402300799, 9999-12-31T23:59:59Z"})
    void theEventsTimeIsThePayments(String created, Instant expected) {
        assertThat(payment(aSignedNotification().event("created", created)).paidAt())
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "-1", "253402300800", "999999999999999999999", "1.5", "\"1796094240\"", "{}"})
    void aTimeThatIsNoneCostsNoPayment(String created) {
        assertThat(payment(aSignedNotification().event("created", created)).paidAt())
                .isNull();
    }

    @Test
    void whatAPaymentNeedsMustBeThere() {
        malformed(aSignedNotification().event("type", "7"));
        malformed(aSignedNotification().event("data", "null"));
        malformed(aSignedNotification().event("data", "\"text\""));
        malformed(aSignedNotification().event("data", "{}"));
        malformed(aSignedNotification().event("data", "{\"object\":\"pi_1\"}"));
        malformed(aSignedNotification().withoutIntent("currency"));
    }

    @Test
    void aSignedBodyThatIsNotStrictJsonIsRefused() {
        malformed(aSignedNotification().body(body -> ""));
        malformed(aSignedNotification().body(body -> "[]"));
        malformed(aSignedNotification().body(body -> body + "{}"));
        malformed(aSignedNotification().body(body -> body.substring(0, body.length() - 1)));
        malformed(aSignedNotification().intent("amount_received", "9900,\"amount_received\":1"));
        malformed(aSignedNotification().intent("metadata", "{\"order_no\":\"A\",\"order_no\":\"B\"}"));
        malformed(aSignedNotification().event("x", "[".repeat(100_000)));
        malformed(aSignedNotification().event("x", "[".repeat(100) + "]".repeat(100)));
        Expect.refused(
                channel, aSignedNotification().deliver("{}".getBytes(StandardCharsets.UTF_16)), Refusal.MALFORMED);
    }
}
