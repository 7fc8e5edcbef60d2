package dev.payonce.channel.paypal;

import static dev.payonce.channel.paypal.PayPalDelivery.amount;
import static dev.payonce.channel.paypal.PayPalWorld.MERCHANT_ID;
import static dev.payonce.channel.paypal.PayPalWorld.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.AskingChannel;
import dev.payonce.Money;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PayPalContentTest {
    private final PayPalWorld world = new PayPalWorld();
    private final AskingChannel channel = world.channel();

    @AfterEach
    void close() {
        world.close();
    }

    private PayPalDelivery signed() {
        return world.aSignedDelivery();
    }

    private void malformed(String member, String json) {
        Expect.refused(channel, signed().resource(member, json).deliver(), Refusal.MALFORMED);
    }

    @Test
    void aCompletedCaptureIsAPayment() {
        PaymentNotification payment = Expect.payment(channel, signed().deliver());
        assertThat(payment.key()).isEqualTo(new PaymentKey("paypal", MERCHANT_ID, "2GG279541U471931P"));
        assertThat(payment.channel()).isEqualTo("pp");
        assertThat(payment.orderNo()).isEqualTo("ORD1");
        assertThat(payment.money()).isEqualTo(new Money(9900, "USD"));
        assertThat(payment.paidAt()).isEqualTo(Instant.parse("2026-12-01T03:04:00Z"));
        assertThat(payment.receivedAt()).isEqualTo(NOW);
    }

    /** The event's id and the transmission's change or not: the payment does not. */
    @Test
    void ide16TheIdentityIsTheCaptures() {
        PaymentNotification one = Expect.payment(channel, signed().deliver());
        PaymentNotification two = Expect.payment(
                channel,
                signed().event("id", "\"WH-OTHER\"")
                        .transmission("other", "2026-12-02T00:00:00Z")
                        .deliver());
        assertThat(two.key()).isEqualTo(one.key());
        assertThat(two.content()).isEqualTo(one.content());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PAYMENT.CAPTURE.PENDING",
                "PAYMENT.CAPTURE.DENIED",
                "PAYMENT.CAPTURE.REFUNDED",
                "PAYMENT.CAPTURE.REVERSED",
                "CHECKOUT.ORDER.APPROVED",
                "PAYMENT.SALE.COMPLETED",
                "payment.capture.completed",
                "FOO.BAR",
                ""
            })
    void ack08OtherEventsAreIgnored(String type) {
        Expect.ignored(channel, signed().event("event_type", "\"" + type + "\"").deliver());
        Expect.ignored(
                channel,
                signed().event("event_type", "\"" + type + "\"")
                        .event("resource", "[]")
                        .deliver());
    }

    @ParameterizedTest
    @ValueSource(strings = {"PENDING", "DECLINED", "REFUNDED", "PARTIALLY_REFUNDED", "FAILED", "completed", ""})
    void ide11AnotherStatusIsNoMoney(String status) {
        Expect.ignored(
                channel, signed().resource("status", "\"" + status + "\"").deliver());
    }

    @Test
    void aPaymentWithoutOrderNumberIsIgnored() {
        Expect.ignored(channel, signed().withoutResource("custom_id").deliver());
        Expect.ignored(channel, signed().resource("custom_id", "null").deliver());
        Expect.ignored(channel, signed().resource("custom_id", "\"\"").deliver());
    }

    @Test
    void anotherMerchantsPaymentIsRefused() {
        Expect.refused(
                channel,
                signed().resource("payee", "{\"merchant_id\":\"OTHER\"}").deliver(),
                Refusal.WRONG_RECEIVER,
                "OTHER");
        Expect.refused(
                channel,
                signed().resource("payee", "{\"merchant_id\":\"7kngbph2u58gq\"}")
                        .deliver(),
                Refusal.WRONG_RECEIVER);
        // Some webhooks do not name the payee: the API's answer has to, then.
        Expect.accepted(channel, signed().withoutResource("payee").deliver());
        Expect.accepted(
                channel, signed().resource("payee", "{\"email_address\":\"x\"}").deliver());
    }

    @ParameterizedTest
    @CsvSource({
        "99.00,USD,9900",
        "99.0,USD,9900",
        "99,USD,9900",
        "0.01,USD,1",
        "0.00,EUR,0",
        "10000000.23,EUR,1000000023",
        "9999999999999.99,USD,999999999999999",
        "500,JPY,500",
        "500.00,JPY,500",
        "500.0,KRW,500",
        "1.000,KWD,1000",
        "1.5,KWD,1500",
        "500,HUF,50000",
        "500.00,TWD,50000",
        "007.50,GBP,750"
    })
    void amt04AmountsAreExactInTheirCurrency(String value, String currency, long minorUnits) {
        assertThat(Expect.payment(
                                channel,
                                signed().resource("amount", amount(value, currency))
                                        .deliver())
                        .money())
                .isEqualTo(new Money(minorUnits, currency));
    }

    @ParameterizedTest
    @CsvSource({"500.50,JPY", "500.01,HUF", "1.10,TWD", "1.000,USD", "1.001,EUR", "1.0000,KWD", "500.000,JPY"})
    void amt04MoreDecimalsThanTheCurrencyHasAreNoAmount(String value, String currency) {
        malformed("amount", amount(value, currency));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1E+2",
                "1e2",
                "NaN",
                "0x10",
                " 100",
                "100 ",
                "+100",
                "-1",
                "１００",
                "1,000.00",
                "1.",
                ".5",
                "",
                ".",
                "1.2.3",
                "1.-1",
                "10000000000000",
                "99999999999999999999"
            })
    void amt05OddAmountsAreRefused(String value) {
        malformed("amount", amount(value, "USD"));
    }

    @Test
    void amountsAreTextsOfADocumentedForm() {
        malformed("amount", "{\"value\":99.00,\"currency_code\":\"USD\"}");
        malformed("amount", "{\"value\":\"99.00\"}");
        malformed("amount", "{\"currency_code\":\"USD\"}");
        malformed("amount", "\"99.00\"");
        malformed("amount", "null");
        for (String currency : new String[] {"usd", "US", "USDX", "", "U$D"}) {
            malformed("amount", amount("1.00", currency));
        }
    }

    @Test
    void idsThatCannotBeIdsAreRefused() {
        for (String id :
                new String[] {"\"\"", "\" a\"", "\"a/b\"", "\"a\\u0000\"", "7", "\"" + "x".repeat(129) + "\""}) {
            malformed("id", id);
        }
        malformed("custom_id", "\" ORD1\"");
        malformed("custom_id", "7");
        malformed("custom_id", "\"" + "x".repeat(129) + "\"");
        malformed("payee", "{\"merchant_id\":\"a/b\"}");
        malformed("payee", "[]");
        malformed("status", "true");
    }

    @Test
    void aMemberTwiceIsRefused() {
        Expect.refused(
                channel,
                signed().body(body -> body.replace("\"status\":", "\"status\":\"PENDING\",\"status\":"))
                        .deliver(),
                Refusal.MALFORMED);
        Expect.refused(channel, signed().body(body -> body + "{}").deliver(), Refusal.MALFORMED);
    }

    @Test
    void aTimeThatIsNoneCostsNoPayment() {
        assertThat(Expect.payment(
                                channel,
                                signed().resource("create_time", "\"yesterday\"")
                                        .deliver())
                        .paidAt())
                .isNull();
        assertThat(Expect.payment(
                                channel, signed().withoutResource("create_time").deliver())
                        .paidAt())
                .isNull();
    }
}
