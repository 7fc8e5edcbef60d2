package dev.payonce.channel.square;

import static dev.payonce.channel.square.SquareNotification.LOCATION;
import static dev.payonce.channel.square.SquareNotification.MERCHANT;
import static dev.payonce.channel.square.SquareNotification.NOW;
import static dev.payonce.channel.square.SquareNotification.aSignedNotification;
import static dev.payonce.channel.square.SquareNotification.channel;
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

class SquareContentTest {
    private final Channel channel = channel();

    private void malformed(SquareNotification notification) {
        Expect.refused(channel, notification.deliver(), Refusal.MALFORMED);
    }

    private void ignored(SquareNotification notification) {
        Expect.ignored(channel, notification.deliver());
    }

    private PaymentNotification payment(SquareNotification notification) {
        return Expect.payment(channel, notification.deliver());
    }

    @Test
    void aPaymentIsDecodedWhole() {
        Delivery delivery = aSignedNotification().deliver();
        assertThat(Expect.payment(channel, delivery))
                .isEqualTo(new PaymentNotification(
                        "sq",
                        new PaymentKey("square", MERCHANT, "hYy9pRFVxpDsO1FB05SunFWUe9JZY"),
                        "ORD1",
                        new Money(9900, "USD"),
                        Instant.parse("2026-12-01T03:04:00.123Z"),
                        NOW,
                        delivery.body()));
    }

    @Test
    void ide03EveryEventOfACompletedPaymentIsThatPayment() {
        PaymentNotification first = payment(aSignedNotification());
        for (SquareNotification later : List.of(
                aSignedNotification().event("type", "\"payment.created\""),
                aSignedNotification().event("event_id", "\"another\"").event("created_at", "\"2027-01-01T00:00:00Z\""),
                aSignedNotification().payment("version", "9").payment("updated_at", "\"2027-01-01T00:00:00Z\""),
                aSignedNotification()
                        .payment("processing_fee", "[{\"amount_money\":{\"amount\":317,\"currency\":\"USD\"}}]"),
                aSignedNotification().payment("refunded_money", "{\"amount\":9900,\"currency\":\"USD\"}"))) {
            PaymentNotification again = payment(later);
            assertThat(again.key()).isEqualTo(first.key());
            assertThat(again.content()).isEqualTo(first.content());
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "refund.created",
                "refund.updated",
                "order.updated",
                "invoice.payment_made",
                "webhooks.test_notification",
                "payment.deleted",
                "payment",
                "PAYMENT.UPDATED",
                ""
            })
    void ack08Sem02OtherEventsAreVerifiedAndIgnored(String type) {
        String json = "\"" + type + "\"";
        ignored(aSignedNotification().event("type", json));
        // They need not hold what a payment holds, nor be of this merchant.
        ignored(aSignedNotification().event("type", json).event("data", "[]").withoutEvent("merchant_id"));
        Expect.refused(
                channel,
                aSignedNotification()
                        .tamperedAfterSigning(body -> body.replace("\"payment.updated\"", json))
                        .deliver(),
                Refusal.BAD_SIGNATURE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"APPROVED", "PENDING", "CANCELED", "FAILED", "completed", "FOO", ""})
    void ide08Ide11OtherStatesAreIgnoredAndTheLaterSuccessPosts(String status) {
        ignored(aSignedNotification().payment("status", "\"" + status + "\""));
        ignored(aSignedNotification().event("type", "\"payment.created\"").payment("status", "\"" + status + "\""));
        Expect.accepted(channel, aSignedNotification().deliver());
    }

    @Test
    void biz02AnotherMerchantsPaymentIsRefusedWithItsId() {
        Expect.refused(
                channel,
                aSignedNotification().event("merchant_id", "\"MOTHER\"").deliver(),
                Refusal.WRONG_RECEIVER,
                "MOTHER");
        malformed(aSignedNotification().withoutEvent("merchant_id"));
        malformed(aSignedNotification().event("merchant_id", "\"\""));
        malformed(aSignedNotification().event("merchant_id", "7"));
    }

    @Test
    void biz02AnotherLocationsPaymentIsRefusedWhereLocationsAreConfigured() {
        Channel located = channel(Map.of("location-id", List.of("L0", LOCATION)));
        Expect.accepted(located, aSignedNotification().deliver());
        Expect.accepted(
                located, aSignedNotification().payment("location_id", "\"L0\"").deliver());
        Expect.refused(
                located,
                aSignedNotification().payment("location_id", "\"L9\"").deliver(),
                Refusal.WRONG_RECEIVER,
                "L9");
        Expect.refused(
                located, aSignedNotification().withoutPayment("location_id").deliver(), Refusal.MALFORMED);
        Expect.accepted(
                channel, aSignedNotification().withoutPayment("location_id").deliver());
    }

    @ParameterizedTest
    @CsvSource({"0, USD", "1, EUR", "500, JPY", "1000, KWD", "999999999999999999, USD"})
    void amt01Amt04AnAmountIsTakenExactlyInTheCurrencysMinorUnits(long amount, String currency) {
        assertThat(payment(aSignedNotification().amount(Long.toString(amount), currency))
                        .money())
                .isEqualTo(new Money(amount, currency));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"9900\"",
                "99.0",
                "9900.0",
                "1e2",
                "1E+2",
                "-1",
                "-0",
                "null",
                "true",
                "{}",
                "[1]",
                "9223372036854775808",
                "1000000000000000000"
            })
    void amt05AnAmountThatIsNotAnIntegerIsRefused(String amount) {
        malformed(aSignedNotification().amount(amount, "USD"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"usd", "", "US", "USDX", "840"})
    void aCurrencyThatIsNoneIsRefused(String currency) {
        malformed(aSignedNotification().amount("1", currency));
    }

    @Test
    void aPaymentWithoutAReferenceIsIgnored() {
        // Taken at the till or by another application of the same merchant.
        ignored(aSignedNotification().withoutPayment("reference_id"));
        ignored(aSignedNotification().payment("reference_id", "null"));
        ignored(aSignedNotification().payment("reference_id", "\"\""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\" \"", "\" ORD1\"", "\"ORD1 \"", "\"OR\\nD1\"", "\"\\ud800\"", "1", "{}"})
    void anIdThatIsBlankPaddedOrNoTextIsRefused(String id) {
        malformed(aSignedNotification().payment("id", id));
        malformed(aSignedNotification().payment("reference_id", id));
    }

    @Test
    void anIdAsLongAsTheColumnPassesAndALongerOneIsRefused() {
        String longest = "x".repeat(128);
        Expect.accepted(
                channel,
                aSignedNotification()
                        .payment("id", "\"" + longest + "\"")
                        .payment("reference_id", "\"" + longest + "\"")
                        .deliver());
        malformed(aSignedNotification().payment("id", "\"" + longest + "x\""));
        malformed(aSignedNotification().payment("reference_id", "\"" + longest + "x\""));
        malformed(aSignedNotification().payment("id", "\"a/b\""));
        malformed(aSignedNotification().payment("id", "\"\""));
        assertThat(payment(aSignedNotification().payment("reference_id", "\"A/1\""))
                        .orderNo())
                .isEqualTo("A/1");
    }

    @Test
    void aTimeThatCannotBeReadCostsNoPayment() {
        assertThat(payment(aSignedNotification().withoutPayment("created_at")).paidAt())
                .isNull();
        assertThat(payment(aSignedNotification().payment("created_at", "\"yesterday\""))
                        .paidAt())
                .isNull();
    }

    @Test
    void whatAPaymentNeedsMustBeThere() {
        malformed(aSignedNotification().withoutEvent("type"));
        malformed(aSignedNotification().event("type", "7"));
        malformed(aSignedNotification().event("data", "null"));
        malformed(aSignedNotification().event("data", "{}"));
        malformed(aSignedNotification().event("data", "{\"object\":{}}"));
        malformed(aSignedNotification().event("data", "{\"object\":{\"payment\":[]}}"));
        malformed(aSignedNotification().withoutPayment("status"));
        malformed(aSignedNotification().withoutPayment("id"));
        malformed(aSignedNotification().withoutPayment("amount_money"));
        malformed(aSignedNotification().payment("amount_money", "{}"));
        malformed(aSignedNotification().payment("amount_money", "{\"amount\":1}"));
    }

    @Test
    void aSignedBodyThatIsNotStrictJsonIsRefused() {
        malformed(aSignedNotification().body(body -> ""));
        malformed(aSignedNotification().body(body -> body + "{}"));
        malformed(aSignedNotification().body(body -> body.substring(0, body.length() - 1)));
        malformed(aSignedNotification().body(body -> body.replace("\"status\"", "\"status\":\"APPROVED\",\"status\"")));
        malformed(aSignedNotification().event("x", "[".repeat(100_000)));
        Expect.refused(
                channel,
                aSignedNotification().deliver("{\"type\":\"é\"}".getBytes(StandardCharsets.ISO_8859_1)),
                Refusal.MALFORMED);
    }
}
