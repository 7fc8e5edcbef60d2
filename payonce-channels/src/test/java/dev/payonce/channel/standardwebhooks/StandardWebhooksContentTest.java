package dev.payonce.channel.standardwebhooks;

import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.NOW;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.aSignedNotification;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.channel;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.Money;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StandardWebhooksContentTest {
    private final Channel channel = channel();

    private void malformed(StandardWebhooksNotification notification) {
        Expect.refused(channel, notification.deliver(), Refusal.MALFORMED);
    }

    private void ignored(StandardWebhooksNotification notification) {
        Expect.ignored(channel, notification.deliver());
    }

    @Test
    void aPaymentIsDecodedWhole() {
        Delivery delivery = aSignedNotification().deliver();
        assertThat(Expect.payment(channel, delivery))
                .isEqualTo(new PaymentNotification(
                        "hook",
                        new PaymentKey("standard-webhooks", "hook", "pay_1"),
                        "ORD1",
                        new Money(9900, "EUR"),
                        null,
                        NOW,
                        delivery.body()));
    }

    @Test
    void theKeyIsThePaymentsAndNotTheMessages() {
        PaymentNotification first =
                Expect.payment(channel, aSignedNotification().id("msg_1").deliver());
        PaymentNotification second = Expect.payment(
                channel,
                aSignedNotification().id("msg_2").data("status", "\"settled\"").deliver());
        assertThat(second.key()).isEqualTo(first.key());
        assertThat(second.content()).isEqualTo(first.content());
    }

    @Test
    void twoSendersMayUseTheSameIds() {
        Delivery delivery = aSignedNotification().deliver();
        assertThat(Expect.payment(channel("other", Map.of()), delivery).key())
                .isNotEqualTo(Expect.payment(channel, delivery).key());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"pending\"", "\"PAID\"", "\"\"", "\"refunded\"", "null", "true", "1", "{}", "[\"paid\"]"})
    void ide08WhatIsNotPaidIsIgnored(String status) {
        ignored(aSignedNotification().data("status", status));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "null",
                "\"text\"",
                "[]",
                "[{\"status\":\"paid\"}]",
                "7",
                "{}",
                "{\"status\":{\"status\":\"paid\"}}"
            })
    void ack08MessagesOfAnotherFormAreIgnored(String data) {
        ignored(aSignedNotification().body("data", data));
    }

    @Test
    void aPaymentWithoutAnOrderNumberIsIgnored() {
        ignored(aSignedNotification().withoutData("order"));
        ignored(aSignedNotification().data("order", "null"));
        ignored(aSignedNotification().data("order", "{}"));
        ignored(aSignedNotification().data("order", "{\"no\":null}"));
        ignored(aSignedNotification().data("order", "{\"no\":\"\"}"));
        malformed(aSignedNotification().data("order", "{\"no\":7}"));
        malformed(aSignedNotification().data("order", "\"ORD1\""));
        malformed(aSignedNotification().data("order", "{\"no\":\"ORD1 \"}"));
        malformed(aSignedNotification().data("order", "{\"no\":\"" + "x".repeat(129) + "\"}"));
    }

    @Test
    void idsMustBeFitToBeAKey() {
        malformed(aSignedNotification().withoutData("id"));
        for (String json :
                List.of("null", "7", "\"\"", "\" p\"", "\"p/1\"", "\"p\\u0000\"", "\"" + "p".repeat(129) + "\"")) {
            malformed(aSignedNotification().data("id", json));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"9900\"",
                "99.00",
                "9900.0",
                "1E+2",
                "1e2",
                "NaN",
                "0x10",
                "-1",
                "+100",
                "１００",
                "1,000",
                "9999999999999999999",
                "null",
                "true",
                "{}"
            })
    void amt05OnlyAWholeJsonNumberIsAnAmount(String json) {
        malformed(aSignedNotification().data("amount", json));
    }

    @Test
    void amountsMayStandElsewhereOrNowhere() {
        Channel nested = channel(Map.of("fields.amount", List.of("/data/money/value")));
        assertThat(Expect.payment(
                                nested,
                                aSignedNotification()
                                        .data("money", "{\"value\":1}")
                                        .deliver())
                        .money())
                .isEqualTo(new Money(1, "EUR"));
        Expect.refused(nested, aSignedNotification().deliver(), Refusal.MALFORMED);
        Expect.refused(nested, aSignedNotification().data("money", "1").deliver(), Refusal.MALFORMED);
        malformed(aSignedNotification().withoutData("amount"));
    }

    @Test
    void currenciesAreThreeLettersOfOneCase() {
        assertThat(Expect.payment(
                                channel,
                                aSignedNotification()
                                        .data("currency", "\"jpy\"")
                                        .deliver())
                        .money())
                .isEqualTo(new Money(9900, "JPY"));
        malformed(aSignedNotification().withoutData("currency"));
        for (String json : List.of("\"Eur\"", "\"EU\"", "\"EURO\"", "978", "\"€\"")) {
            malformed(aSignedNotification().data("currency", json));
        }
    }

    @Test
    void aSignedBodyThatIsNotStrictJsonIsRefused() {
        malformed(aSignedNotification().text(body -> ""));
        malformed(aSignedNotification().text(body -> "[]"));
        malformed(aSignedNotification().text(body -> body + "{}"));
        malformed(aSignedNotification().data("amount", "9900,\"amount\":1"));
        malformed(aSignedNotification().data("status", "\"pending\",\"status\":\"paid\""));
        malformed(aSignedNotification().body("x", "[".repeat(100_000)));
    }
}
