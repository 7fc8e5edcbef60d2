package dev.payonce.channel.adyen;

import static dev.payonce.channel.adyen.AdyenItem.MERCHANT;
import static dev.payonce.channel.adyen.AdyenItem.anItem;
import static dev.payonce.channel.adyen.AdyenNotification.NOW;
import static dev.payonce.channel.adyen.AdyenNotification.body;
import static dev.payonce.channel.adyen.AdyenNotification.channel;
import static dev.payonce.channel.adyen.AdyenNotification.deliver;
import static dev.payonce.channel.adyen.AdyenNotification.delivery;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.Money;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdyenContentTest {
    private final Channel channel = channel();

    private void malformed(AdyenItem item) {
        malformed(deliver(item));
    }

    private void malformed(Delivery delivery) {
        Expect.refused(channel, delivery, Refusal.MALFORMED);
    }

    private Money money(AdyenItem item) {
        return Expect.payment(channel, deliver(item)).money();
    }

    @Test
    void aPaymentIsDecodedWhole() {
        Delivery delivery = deliver(anItem());
        assertThat(Expect.payment(channel, delivery))
                .isEqualTo(new PaymentNotification(
                        "ady",
                        new PaymentKey("adyen", MERCHANT, "ZVWN7D3WSMK2WN82"),
                        "ORD1",
                        new Money(9900, "EUR"),
                        null,
                        NOW,
                        delivery.body()));
    }

    @Test
    void everyItemOfABatchIsDecodedInItsOrder() {
        List<Decoded> decoded = channel.decode(deliver(
                anItem().text("pspReference", "P1"),
                anItem().text("pspReference", "P2").text("success", "false"),
                anItem().text("pspReference", "P3").text("merchantReference", "ORD3")));
        assertThat(decoded).hasSize(3);
        assertThat(decoded.get(1)).isInstanceOf(Decoded.Ignored.class);
        assertThat(Stream.of(decoded.get(0), decoded.get(2))
                        .map(item -> ((Decoded.Payment) item).notification())
                        .map(payment -> payment.key().transactionId() + " " + payment.orderNo()))
                .containsExactly("P1 ORD1", "P3 ORD3");
    }

    @Test
    void aBatchIsNeitherEmptyNorEndless() {
        malformed(delivery("{\"live\":\"true\",\"notificationItems\":[]}"));
        malformed(delivery("{\"live\":\"true\"}"));
        malformed(delivery("{\"live\":\"true\",\"notificationItems\":{}}"));
        malformed(delivery("{\"live\":\"true\",\"notificationItems\":[7]}"));
        malformed(delivery("{\"live\":\"true\",\"notificationItems\":[{}]}"));
        malformed(delivery("{\"live\":\"true\",\"notificationItems\":[{\"NotificationRequestItem\":[]}]}"));
        String items = "{}" + ",{}".repeat(100);
        malformed(delivery("{\"live\":\"true\",\"notificationItems\":[" + items + "]}"));
        assertThat(channel.decode(delivery("{\"live\":\"true\",\"notificationItems\":[" + items.substring(3) + "]}")))
                .hasSize(100);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CAPTURE",
                "CAPTURE_FAILED",
                "REFUND",
                "CANCELLATION",
                "CANCEL_OR_REFUND",
                "OFFER_CLOSED",
                "CHARGEBACK",
                "PENDING",
                "AUTHORISATION_ADJUSTMENT",
                "AUTHORISATION_PENDING",
                "ORDER_CLOSED",
                "REPORT_AVAILABLE",
                "authorisation",
                "FOO_BAR"
            })
    void ack08Sem02OtherEventsAreVerifiedAndIgnored(String eventCode) {
        Expect.ignored(channel, deliver(anItem().text("eventCode", eventCode)));
        Expect.ignored(channel, deliver(anItem().text("eventCode", eventCode).text("success", "")));
        // They may lack, or hold otherwise, whatever a payment needs.
        Expect.ignored(
                channel,
                deliver(anItem().text("eventCode", eventCode)
                        .text("merchantAccountCode", "TheCompany")
                        .without("pspReference")
                        .amount(-5, "")));
    }

    @Test
    void ide08Ord06AFailedAuthorisationIsIgnoredAndTheLaterSuccessPosts() {
        Expect.ignored(channel, deliver(anItem().text("success", "false")));
        Expect.accepted(channel, deliver(anItem()));
        Expect.ignored(channel, deliver(anItem().text("pspReference", "P1").text("eventCode", "OFFER_CLOSED")));
        Expect.ignored(channel, deliver(anItem().text("pspReference", "P1").text("success", "false")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRUE", "True", "1", "yes", "", " true"})
    void aSuccessThatIsNeitherYesNorNoIsNotTakenForANo(String success) {
        malformed(anItem().text("success", success));
    }

    @Test
    void ide03DuplicatesThatDifferInWhatIsNotSignedAreOnePayment() {
        PaymentNotification first = Expect.payment(channel, deliver(anItem()));
        PaymentNotification later = Expect.payment(
                channel,
                deliver(anItem().member("eventDate", "\"2026-12-02T00:00:00+01:00\"")
                        .member("reason", "\"other\"")
                        .member("paymentMethod", "7")));
        assertThat(later.key()).isEqualTo(first.key());
        assertThat(later.content()).isEqualTo(first.content());
    }

    @Test
    void biz02AnotherAccountsPaymentIsRefusedWithItsName() {
        Expect.refused(
                channel, deliver(anItem().text("merchantAccountCode", "ShopPOS")), Refusal.WRONG_RECEIVER, "ShopPOS");
        Expect.refused(
                channel, deliver(anItem().text("merchantAccountCode", "shopecom")), Refusal.WRONG_RECEIVER, "shopecom");
        malformed(anItem().without("merchantAccountCode"));
        malformed(anItem().text("merchantAccountCode", " "));
    }

    @Test
    void biz04TheOtherEnvironmentIsIgnoredAndAMissingOneRefused() {
        Channel test = channel(Map.of("live", List.of("false")));
        Channel live = channel(Map.of("live", List.of("true")));
        Expect.ignored(channel, deliver("\"false\"", anItem()));
        Expect.ignored(live, deliver("\"false\"", anItem()));
        Expect.accepted(test, deliver("\"false\"", anItem()));
        Expect.ignored(test, deliver("\"true\"", anItem()));
        for (String json : List.of("null", "true", "false", "\"\"", "\"TRUE\"", "\"yes\"", "1")) {
            malformed(deliver(json, anItem()));
            Expect.refused(test, deliver(json, anItem()), Refusal.MALFORMED);
        }
        malformed(delivery(body("\"true\"", anItem()).replace("\"live\":\"true\",", "")));
    }

    @ParameterizedTest
    @CsvSource({
        "9900, EUR, 9900",
        "0, EUR, 0",
        "1, USD, 1",
        "500, JPY, 500",
        "1000, KWD, 1000",
        "1000, BHD, 1000",
        "7, UGX, 7",
        "7, VND, 7",
        "50000, ISK, 500",
        "100, CLP, 1",
        "0, ISK, 0",
        "500, IDR, 50000",
        "1, CVE, 100",
        "999999999999999999, EUR, 999999999999999999",
        "999999999999999900, CLP, 9999999999999999",
        "92233720368547758, IDR, 9223372036854775800"
    })
    void amt04AmountsAreInIsoMinorUnitsExactly(long value, String currency, long minorUnits) {
        assertThat(money(anItem().amount(value, currency))).isEqualTo(new Money(minorUnits, currency));
    }

    @Test
    void amt01WhatCannotBeConvertedExactlyIsRefused() {
        malformed(anItem().amount(50001, "ISK"));
        malformed(anItem().amount(99, "CLP"));
        malformed(anItem().amount(92233720368547759L, "IDR"));
        malformed(anItem().amount(999999999999999999L, "CVE"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"-1", "-0", "9223372036854775808", "1000000000000000000", "99999999999999999999999999999999"})
    void amt05AnAmountOutOfRangeIsRefused(String value) {
        malformed(anItem().amount(value, "EUR"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"9900\"", "99.0", "9900.0", "9.9e3", "1E+2", "true", "{}", "[9900]"})
    void amt05AnAmountThatIsNotAnIntegerIsRefused(String value) {
        malformed(anItem().member("amount", "{\"currency\":\"EUR\",\"value\":" + value + "}"));
        malformed(anItem().amount(value, "EUR"));
    }

    @Test
    void anAmountAndItsCurrencyMustBeThere() {
        malformed(anItem().withoutAmount());
        malformed(anItem().amount(1, ""));
        malformed(anItem().amount(1, "eur"));
        malformed(anItem().amount(1, "EURO"));
        malformed(anItem().amount(1, "978"));
        malformed(anItem().member("amount", "7"));
    }

    @Test
    void aPaymentWithoutAMerchantReferenceIsIgnored() {
        Expect.ignored(channel, deliver(anItem().without("merchantReference")));
        Expect.ignored(channel, deliver(anItem().text("merchantReference", "")));
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", " ORD1", "ORD1 ", "OR\nD1", "\u0000", "\u00a0x"})
    void anIdThatIsBlankOrPaddedIsRefused(String id) {
        malformed(anItem().text("pspReference", id));
        malformed(anItem().text("merchantReference", id));
    }

    @Test
    void anIdAsLongAsTheColumnPassesAndALongerOneIsRefused() {
        String longest = "x".repeat(128);
        Expect.accepted(channel, deliver(anItem().text("pspReference", longest).text("merchantReference", longest)));
        malformed(anItem().text("pspReference", longest + "x"));
        malformed(anItem().text("merchantReference", longest + "x"));
        malformed(anItem().text("pspReference", "a/b"));
        malformed(anItem().without("pspReference"));
        malformed(anItem().member("pspReference", "8835"));
        assertThat(Expect.payment(channel, deliver(anItem().text("merchantReference", "A/1")))
                        .orderNo())
                .isEqualTo("A/1");
    }

    @Test
    void whatAPaymentNeedsMustBeThere() {
        malformed(anItem().without("eventCode"));
        malformed(anItem().without("success"));
        malformed(anItem().member("success", "true"));
        malformed(anItem().member("eventCode", "[]"));
    }

    @Test
    void aBodyThatIsNotStrictJsonIsRefused() {
        String genuine = body("\"true\"", anItem());
        malformed(delivery(""));
        malformed(delivery(genuine + "{}"));
        malformed(delivery(genuine.substring(0, genuine.length() - 1)));
        malformed(delivery(genuine.replace("\"pspReference\"", "\"pspReference\":\"P2\",\"pspReference\"")));
        malformed(delivery(genuine.replace("{\"live\"", "{\"live\":\"false\",\"live\"")));
        malformed(delivery("[".repeat(100_000)));
        malformed(delivery(genuine.getBytes(StandardCharsets.UTF_16)));
        malformed(delivery(genuine.replace("ORD1", "\u00e9").getBytes(StandardCharsets.ISO_8859_1)));
    }

    @Test
    void aLoneSurrogateIsNoQuestionMark() {
        // Both are one byte to the signature.
        malformed(delivery(
                body("\"true\"", anItem().text("merchantReference", "OR?1")).replace("OR?1", "OR\\ud8001")));
    }
}
