package dev.payonce.channel.wechatv2;

import static dev.payonce.channel.wechatv2.WeChatV2Notification.API_KEY;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.APP_ID;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.MERCHANT_ID;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.NOW;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.OTHER_KEY;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.aSignedNotification;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.channel;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.delivery;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.refund;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.Money;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WeChatPayV2ContentTest {
    private static final String REFUND = "<root><out_refund_no><![CDATA[R1]]></out_refund_no>"
            + "<refund_id><![CDATA[50000408942018111907145868882]]></refund_id><total_fee>9900</total_fee></root>";

    private final Channel channel = channel();

    private void malformed(WeChatV2Notification notification) {
        Expect.refused(channel, notification.deliver(), Refusal.MALFORMED);
    }

    private PaymentNotification payment(WeChatV2Notification notification) {
        return Expect.payment(channel, notification.deliver());
    }

    @Test
    void ide01APaymentIsDecodedWholeAndItsIdentityIsThatOfApiV3() {
        Delivery delivery = aSignedNotification().deliver();
        assertThat(Expect.payment(channel, delivery))
                .isEqualTo(new PaymentNotification(
                        "wx2",
                        new PaymentKey("wechat", MERCHANT_ID, "4200000000202612010000000001"),
                        "ORD1",
                        new Money(9900, "CNY"),
                        Instant.parse("2026-12-01T03:04:00Z"),
                        NOW,
                        delivery.body()));
    }

    @Test
    void ide01AnotherNonceAndSignatureAreTheSamePayment() {
        PaymentNotification first = payment(aSignedNotification());
        PaymentNotification second = payment(aSignedNotification().field("nonce_str", "another"));
        assertThat(second.key()).isEqualTo(first.key());
        assertThat(second.content()).isEqualTo(first.content());
    }

    @ParameterizedTest
    @CsvSource({"1,1", "0,0", "100,100", "007,7", "999999999999999,999999999999999"})
    void amt03TotalFeeIsFenAndNothingElse(String text, long fen) {
        assertThat(payment(aSignedNotification().field("total_fee", text)).money())
                .isEqualTo(new Money(fen, "CNY"));
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
                "-0",
                "１００",
                "٣",
                "1,000",
                "1.00",
                "0.03",
                "1.",
                "",
                "1000000000000000",
                "99999999999999999999"
            })
    void amt05OddAmountsAreRefused(String text) {
        malformed(aSignedNotification().field("total_fee", text));
    }

    @Test
    void amt01NoOtherAmountIsTaken() {
        malformed(aSignedNotification().without("total_fee"));
        assertThat(payment(aSignedNotification().without("cash_fee").without("settlement_total_fee"))
                        .money())
                .isEqualTo(new Money(9900, "CNY"));
    }

    @Test
    void amt04TheCurrencyIsTheMessagesAndYuanByDefault() {
        assertThat(payment(aSignedNotification().without("fee_type")).money()).isEqualTo(new Money(9900, "CNY"));
        assertThat(payment(aSignedNotification().field("fee_type", "")).money()).isEqualTo(new Money(9900, "CNY"));
        assertThat(payment(aSignedNotification().field("fee_type", "HKD")).money())
                .isEqualTo(new Money(9900, "HKD"));
        malformed(aSignedNotification().field("fee_type", "cny"));
        malformed(aSignedNotification().field("fee_type", "RMB1"));
    }

    @Test
    void biz02AnotherReceiversPaymentIsRefusedWithItsId() {
        wrongReceiver("mch_id", "1900000110");
        wrongReceiver("appid", "wx9999999999999999");
        wrongReceiver("sub_mch_id", "1900000111");
        malformed(aSignedNotification().field("mch_id", "a/b"));
        malformed(aSignedNotification().field("appid", " " + APP_ID));
        Channel twoApps = channel(Map.of("app-id", List.of("wx9999999999999999", APP_ID)));
        Expect.accepted(twoApps, aSignedNotification().deliver());
        Expect.accepted(channel, aSignedNotification().field("sub_mch_id", "").deliver());
    }

    private void wrongReceiver(String field, String id) {
        Expect.refused(channel, aSignedNotification().field(field, id).deliver(), Refusal.WRONG_RECEIVER, id);
    }

    @Test
    void ide08FailuresAreIgnoredAndTheLaterSuccessPosts() {
        for (String word : List.of("FAIL", "success", "SUCCESS ", "UNKNOWN")) {
            Expect.ignored(
                    channel, aSignedNotification().field("result_code", word).deliver());
            Expect.ignored(
                    channel, aSignedNotification().field("return_code", word).deliver());
            Expect.ignored(
                    channel, aSignedNotification().field("trade_state", word).deliver());
        }
        Expect.accepted(
                channel, aSignedNotification().field("trade_state", "SUCCESS").deliver());
    }

    @Test
    void contractMessagesAreIgnoredAndTheirPaymentsPost() {
        WeChatV2Notification contract = aSignedNotification()
                .field("change_type", "ADD")
                .field("contract_id", "Wx15463511252015071056489715")
                .without("transaction_id")
                .without("total_fee");
        Expect.ignored(channel, contract.deliver());
        Expect.accepted(
                channel,
                aSignedNotification()
                        .field("contract_id", "Wx15463511252015071056489715")
                        .deliver());
    }

    @Test
    void sem02RefundMessagesNeverPostAndAreKnownByTheirEncryption() {
        Expect.ignored(channel, delivery(refund(REFUND, API_KEY)));
        Channel rotating = channel(Map.of("secrets", List.of(OTHER_KEY, API_KEY)));
        Expect.ignored(rotating, delivery(refund(REFUND, API_KEY)));
        Expect.refused(channel, delivery(refund(REFUND, OTHER_KEY)), Refusal.BAD_SIGNATURE);
        Expect.refused(channel, delivery(refund("<root/>", API_KEY)), Refusal.BAD_SIGNATURE);
        Expect.refused(channel, delivery(refund(REFUND.replace("root>", "xml>"), API_KEY)), Refusal.BAD_SIGNATURE);
        Expect.refused(channel, delivery(refund("hello", API_KEY)), Refusal.BAD_SIGNATURE);
        Expect.refused(
                channel,
                delivery(refund(REFUND, API_KEY).replace(MERCHANT_ID, "1900000110")),
                Refusal.WRONG_RECEIVER,
                "1900000110");
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "*", "AAAA", "AAAAAAAAAAAAAAAAAAAAAA==", "é"})
    void sem02ForgedRefundsAreRefusedEvenWithAPaymentAroundThem(String reqInfo) {
        Expect.refused(
                channel,
                delivery("<xml><return_code>SUCCESS</return_code><total_fee>1</total_fee><req_info>" + reqInfo
                        + "</req_info></xml>"),
                Refusal.BAD_SIGNATURE);
        Expect.ignored(channel, aSignedNotification().field("req_info", reqInfo).deliver());
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", " ORD1", "ORD1 ", "OR\nD1", "\u3000ORD1"})
    void anIdThatIsBlankOrPaddedIsRefused(String id) {
        malformed(aSignedNotification().field("transaction_id", id));
        malformed(aSignedNotification().field("out_trade_no", id));
    }

    @Test
    void idsAreBoundedAndTransactionIdsHoldNoSlash() {
        String longest = "x".repeat(128);
        Expect.accepted(
                channel,
                aSignedNotification()
                        .field("transaction_id", longest)
                        .field("out_trade_no", longest)
                        .deliver());
        malformed(aSignedNotification().field("transaction_id", longest + "x"));
        malformed(aSignedNotification().field("out_trade_no", longest + "x"));
        malformed(aSignedNotification().field("transaction_id", "2026/1"));
        malformed(aSignedNotification().without("transaction_id"));
        malformed(aSignedNotification().field("transaction_id", ""));
    }

    @Test
    void aPaymentWithoutAnOrderNumberIsStillAPayment() {
        assertThat(payment(aSignedNotification().without("out_trade_no")).orderNo())
                .isNull();
        assertThat(payment(aSignedNotification().field("out_trade_no", "")).orderNo())
                .isNull();
    }

    @Test
    void aTimeIsShanghaisAndOneThatCannotBeReadCostsNoPayment() {
        assertThat(payment(aSignedNotification().field("time_end", "20260701080000"))
                        .paidAt())
                .isEqualTo(Instant.parse("2026-07-01T00:00:00Z"));
        assertThat(payment(aSignedNotification().field("time_end", "yesterday")).paidAt())
                .isNull();
        assertThat(payment(aSignedNotification().field("time_end", "20261301080000"))
                        .paidAt())
                .isNull();
        assertThat(payment(aSignedNotification().without("time_end")).paidAt()).isNull();
    }
}
