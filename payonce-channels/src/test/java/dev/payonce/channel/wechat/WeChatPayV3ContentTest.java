package dev.payonce.channel.wechat;

import static dev.payonce.channel.wechat.WeChatNotification.MERCHANT_ID;
import static dev.payonce.channel.wechat.WeChatNotification.NOW;
import static dev.payonce.channel.wechat.WeChatNotification.aSignedNotification;
import static dev.payonce.channel.wechat.WeChatNotification.channel;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeChatPayV3ContentTest {
    private final Channel channel = channel();

    private void malformed(WeChatNotification notification) {
        Expect.refused(channel, notification.deliver(), Refusal.MALFORMED);
    }

    @Test
    void aPaymentIsDecodedWhole() {
        Delivery delivery = aSignedNotification().deliver();
        assertThat(Expect.payment(channel, delivery))
                .isEqualTo(new PaymentNotification(
                        "wx",
                        new PaymentKey("wechat", MERCHANT_ID, "4200001234202612010000000001"),
                        "ORD1",
                        new Money(9900, "CNY"),
                        Instant.parse("2026-12-01T03:04:00Z"),
                        NOW,
                        delivery.body()));
    }

    @Test
    void associatedDataMayBeEmptyOrAbsent() {
        Expect.accepted(channel, aSignedNotification().associatedData("").deliver());
        Expect.accepted(channel, aSignedNotification().associatedData(null).deliver());
        Expect.accepted(
                channel,
                aSignedNotification()
                        .associatedData(null)
                        .resource("associated_data", "null")
                        .deliver());
    }

    @Test
    void whatDoesNotDecryptIsMalformed() {
        malformed(aSignedNotification().resource("associated_data", "\"other\""));
        malformed(aSignedNotification().resource("nonce", "\"000000000000\""));
        malformed(aSignedNotification().resource("nonce", "\"\""));
        malformed(aSignedNotification().resource("nonce", "\"12345678901234567\""));
        malformed(aSignedNotification().resource("ciphertext", "\"\""));
        malformed(aSignedNotification().resource("ciphertext", "\"*\""));
        malformed(aSignedNotification().resource("ciphertext", "\"AAAA\""));
        malformed(aSignedNotification().resource("algorithm", "\"AEAD_SM4_GCM\""));
        malformed(aSignedNotification().encryptedWith("x".repeat(32)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"REFUND.SUCCESS", "REFUND.ABNORMAL", "TRANSACTION.FAIL", "SECURITY_ECHO.SUCCESS", "FOO.BAR", ""})
    void sem02Ack08OtherEventsAreVerifiedAndIgnored(String type) {
        Expect.ignored(
                channel,
                aSignedNotification().envelope("event_type", "\"" + type + "\"").deliver());
        Expect.refused(
                channel,
                aSignedNotification()
                        .tamperedAfterSigning(body -> body.replace("TRANSACTION.SUCCESS", type))
                        .deliver(),
                Refusal.BAD_SIGNATURE);
    }

    @Test
    void sem02ARefundResourceIsNeverAPayment() {
        Expect.ignored(
                channel,
                aSignedNotification().resource("original_type", "\"refund\"").deliver());
        // An unknown event does not have to hold what a payment holds.
        Expect.ignored(
                channel,
                aSignedNotification()
                        .envelope("event_type", "\"MCHTRANSFER.BILL.FINISHED\"")
                        .envelope("resource", "[]")
                        .deliver());
    }

    @ParameterizedTest
    @ValueSource(strings = {"USERPAYING", "NOTPAY", "CLOSED", "REVOKED", "PAYERROR", "REFUND", "ACCEPT", "success", ""})
    void ide08OtherStatesAreIgnoredAndTheLaterSuccessPosts(String state) {
        Expect.ignored(
                channel,
                aSignedNotification()
                        .payment("trade_state", "\"" + state + "\"")
                        .deliver());
        Expect.accepted(channel, aSignedNotification().deliver());
    }

    @Test
    void biz02AnotherMerchantsOrAppsPaymentIsRefusedWithItsId() {
        Expect.refused(
                channel,
                aSignedNotification().payment("mchid", "\"1900000110\"").deliver(),
                Refusal.WRONG_RECEIVER,
                "1900000110");
        Expect.refused(
                channel,
                aSignedNotification().payment("appid", "\"WX8888888888888888\"").deliver(),
                Refusal.WRONG_RECEIVER,
                "WX8888888888888888");
        // Also where it is not paid: whose it is comes first.
        Expect.refused(
                channel,
                aSignedNotification()
                        .payment("mchid", "\"1900000110\"")
                        .payment("trade_state", "\"CLOSED\"")
                        .deliver(),
                Refusal.WRONG_RECEIVER);
        Expect.accepted(
                channel,
                aSignedNotification().payment("appid", "\"wx0000000000000000\"").deliver());
        malformed(aSignedNotification().withoutPayment("mchid"));
        malformed(aSignedNotification().withoutPayment("appid"));
        malformed(aSignedNotification().payment("appid", "\"\""));
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
    void amt05AnAmountThatIsNotAnIntegerIsRefused(String total) {
        malformed(aSignedNotification().payment("amount", "{\"total\":" + total + ",\"currency\":\"CNY\"}"));
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 1, 999_999_999_999_999_999L})
    void amt01AnAmountIsTakenExactly(long total) {
        PaymentNotification payment = Expect.payment(
                channel,
                aSignedNotification()
                        .payment("amount", "{\"total\":" + total + "}")
                        .deliver());
        assertThat(payment.money()).isEqualTo(new Money(total, "CNY"));
    }

    @Test
    void amt04TheCurrencyIsTheMessagesAndFenByDefault() {
        assertThat(Expect.payment(
                                channel,
                                aSignedNotification()
                                        .payment("amount", "{\"total\":500,\"currency\":\"JPY\"}")
                                        .deliver())
                        .money())
                .isEqualTo(new Money(500, "JPY"));
        for (String currency : new String[] {"\"cny\"", "\"\"", "\"CN\"", "\"CNYX\"", "156"}) {
            malformed(aSignedNotification().payment("amount", "{\"total\":1,\"currency\":" + currency + "}"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"\"", "\" \"", "\" ORD1\"", "\"ORD1 \"", "\"OR\\nD1\"", "\"\\ud800\"", "1", "{}"})
    void anIdThatIsBlankPaddedOrNoTextIsRefused(String id) {
        malformed(aSignedNotification().payment("transaction_id", id));
        malformed(aSignedNotification().payment("out_trade_no", id));
    }

    @Test
    void anIdAsLongAsTheColumnPassesAndALongerOneIsRefused() {
        String longest = "x".repeat(128);
        Expect.accepted(
                channel,
                aSignedNotification()
                        .payment("transaction_id", "\"" + longest + "\"")
                        .payment("out_trade_no", "\"" + longest + "\"")
                        .deliver());
        malformed(aSignedNotification().payment("transaction_id", "\"" + longest + "x\""));
        malformed(aSignedNotification().payment("out_trade_no", "\"" + longest + "x\""));
    }

    @Test
    void transactionIdsHoldNoSlashAndOrderNumbersMay() {
        malformed(aSignedNotification().payment("transaction_id", "\"4200/1\""));
        assertThat(Expect.payment(
                                channel,
                                aSignedNotification()
                                        .payment("out_trade_no", "\"A/1\"")
                                        .deliver())
                        .orderNo())
                .isEqualTo("A/1");
        malformed(aSignedNotification().withoutPayment("transaction_id"));
    }

    @Test
    void aPaymentWithoutAnOrderNumberIsStillAPayment() {
        assertThat(Expect.payment(
                                channel,
                                aSignedNotification()
                                        .withoutPayment("out_trade_no")
                                        .deliver())
                        .orderNo())
                .isNull();
        assertThat(Expect.payment(
                                channel,
                                aSignedNotification()
                                        .payment("out_trade_no", "null")
                                        .deliver())
                        .orderNo())
                .isNull();
    }

    @Test
    void aTimeThatCannotBeReadCostsNoPayment() {
        assertThat(Expect.payment(
                                channel,
                                aSignedNotification()
                                        .withoutPayment("success_time")
                                        .deliver())
                        .paidAt())
                .isNull();
        assertThat(Expect.payment(
                                channel,
                                aSignedNotification()
                                        .payment("success_time", "\"yesterday\"")
                                        .deliver())
                        .paidAt())
                .isNull();
    }

    @Test
    void whatAPaymentNeedsMustBeThere() {
        malformed(aSignedNotification().withoutEnvelope("event_type"));
        malformed(aSignedNotification().envelope("event_type", "7"));
        malformed(aSignedNotification().envelope("resource", "null"));
        malformed(aSignedNotification().envelope("resource", "\"text\""));
        malformed(aSignedNotification().withoutResource("original_type"));
        malformed(aSignedNotification().withoutResource("algorithm"));
        malformed(aSignedNotification().withoutPayment("trade_state"));
        malformed(aSignedNotification().withoutPayment("amount"));
        malformed(aSignedNotification().payment("amount", "{}"));
    }

    @Test
    void aSignedBodyThatIsNotStrictJsonIsRefused() {
        malformed(aSignedNotification().body(body -> ""));
        malformed(aSignedNotification().body(body -> body + "{}"));
        malformed(aSignedNotification().body(body -> body.substring(0, body.length() - 1)));
        malformed(aSignedNotification().body(body -> body.replace("{\"id\"", "{\"id\":\"1\",\"id\"")));
        malformed(aSignedNotification().payment("amount", "{\"total\":1,\"total\":9900}"));
        malformed(aSignedNotification().envelope("x", "[".repeat(100_000)));
        malformed(aSignedNotification().envelope("x", "[".repeat(100) + "]".repeat(100)));
        Expect.refused(
                channel,
                aSignedNotification().deliver("{\"event_type\":\"\ufffd\"}".getBytes(StandardCharsets.UTF_16)),
                Refusal.MALFORMED);
        Expect.refused(
                channel,
                aSignedNotification().deliver(new byte[] {'{', '"', (byte) 0xc0, (byte) 0x80, '"', ':', '1', '}'}),
                Refusal.MALFORMED);
    }
}
