package dev.payonce.channel.alipay;

import static dev.payonce.channel.alipay.AlipayNotification.NOW;
import static dev.payonce.channel.alipay.AlipayNotification.SELLER_ID;
import static dev.payonce.channel.alipay.AlipayNotification.aSignedNotification;
import static dev.payonce.channel.alipay.AlipayNotification.channel;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.Money;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AlipayContentTest {
    private final Channel channel = channel();

    private void malformed(AlipayNotification notification) {
        Expect.refused(channel, notification.deliver(), Refusal.MALFORMED);
    }

    @Test
    void aPaymentIsDecodedWhole() {
        Delivery delivery = aSignedNotification().deliver();
        assertThat(Expect.payment(channel, delivery))
                .isEqualTo(new PaymentNotification(
                        "ali",
                        new PaymentKey("alipay", SELLER_ID, "2026120122001400000000000001"),
                        "ORD1",
                        new Money(9900, "CNY"),
                        Instant.parse("2026-12-01T03:04:00Z"),
                        NOW,
                        delivery.body()));
    }

    @ParameterizedTest
    @CsvSource({
        "0.03,3",
        "1.68,168",
        "2.68,268",
        "19.9,1990",
        "77.6,7760",
        "9.8,980",
        "0.29,29",
        "1.15,115",
        "4.35,435",
        "9999999.99,999999999",
        "1,100",
        "1.0,100",
        "1.00,100",
        "0,0",
        "0.00,0",
        "007,700",
        "100.00,10000",
        "9999999999999.99,999999999999999"
    })
    void amt01YuanBecomeFenExactly(String yuan, long fen) {
        assertThat(Expect.payment(
                                channel,
                                aSignedNotification()
                                        .field("total_amount", yuan)
                                        .deliver())
                        .money())
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
                "１００",
                "1,000.00",
                "-1",
                "-0",
                "",
                ".5",
                "5.",
                "1.234",
                "1.2.3",
                "12345678901234",
                "1.+1",
                "٣",
                "1.０",
                "0E+1",
                "."
            })
    void amt05OddAmountsAreRefused(String text) {
        malformed(aSignedNotification().field("total_amount", text));
    }

    @Test
    void amt04AnAmountInAnotherCurrencyIsNotTakenForYuan() {
        malformed(aSignedNotification().field("trans_currency", "USD"));
        Expect.accepted(
                channel, aSignedNotification().field("trans_currency", "CNY").deliver());
        Expect.accepted(
                channel, aSignedNotification().field("trans_currency", "").deliver());
    }

    @Test
    void sem01APartialRefundsMessageStillReportsThePaymentOnItsTradeNo() {
        PaymentNotification first =
                Expect.payment(channel, aSignedNotification().deliver());
        PaymentNotification refund = Expect.payment(
                channel,
                aSignedNotification()
                        .field("notify_id", "2026120100222110401000000000000002")
                        .field("refund_fee", "30.00")
                        .field("gmt_refund", "2026-12-02 10:00:00.123")
                        .field("out_biz_no", "R1")
                        .deliver());
        assertThat(refund.key()).isEqualTo(first.key());
        assertThat(refund.content()).isEqualTo(first.content());
    }

    @Test
    void sem01TheFinishedTradeIsTheSamePayment() {
        assertThat(Expect.payment(
                                channel,
                                aSignedNotification()
                                        .field("trade_status", "TRADE_FINISHED")
                                        .deliver())
                        .key())
                .isEqualTo(
                        Expect.payment(channel, aSignedNotification().deliver()).key());
    }

    @ParameterizedTest
    @ValueSource(strings = {"WAIT_BUYER_PAY", "TRADE_CLOSED", "TRADE_PENDING", "trade_success", "TRADE_SUCCESS "})
    void ide08OtherStatusesAreIgnoredAndTheLaterSuccessPosts(String status) {
        Expect.ignored(
                channel,
                aSignedNotification()
                        .field("trade_status", status)
                        .field("refund_fee", "99.00")
                        .deliver());
        Expect.accepted(channel, aSignedNotification().deliver());
    }

    @Test
    void notificationsOfOtherKindsAreIgnoredAndATradesNeverForWantOfItsStatus() {
        AlipayNotification agreement = aSignedNotification()
                .field("notify_type", "dut_user_sign")
                .without("trade_status")
                .without("seller_id");
        Expect.ignored(channel, agreement.deliver());
        malformed(aSignedNotification().without("trade_status"));
        malformed(aSignedNotification().field("trade_status", ""));
        malformed(aSignedNotification().without("trade_status").without("notify_type"));
        Expect.accepted(channel, aSignedNotification().without("notify_type").deliver());
    }

    @Test
    void biz02AnotherAppsOrSellersPaymentIsRefusedWithItsId() {
        Expect.refused(
                channel,
                aSignedNotification().field("app_id", "2021000000000001").deliver(),
                Refusal.WRONG_RECEIVER,
                "2021000000000001");
        Expect.refused(
                channel,
                aSignedNotification().field("seller_id", "2088000000000001").deliver(),
                Refusal.WRONG_RECEIVER,
                "2088000000000001");
        malformed(aSignedNotification().without("app_id"));
        malformed(aSignedNotification().field("app_id", "a/b"));
        malformed(aSignedNotification().without("seller_id"));
        malformed(aSignedNotification().field("seller_id", ""));
    }

    @Test
    void biz04ASandboxAppsMessageIsNotOurs() {
        Expect.refused(
                channel,
                aSignedNotification().field("app_id", "9021000122682882").deliver(),
                Refusal.WRONG_RECEIVER);
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", " ORD1", "ORD1 ", "OR\nD1", "\u3000ORD1", "OR\u0000D1"})
    void anIdThatIsBlankOrPaddedIsRefused(String id) {
        malformed(aSignedNotification().field("trade_no", id));
        malformed(aSignedNotification().field("out_trade_no", id));
    }

    @Test
    void idsAreBoundedAndTransactionIdsHoldNoSlash() {
        String longest = "x".repeat(128);
        Expect.accepted(
                channel,
                aSignedNotification()
                        .field("trade_no", longest)
                        .field("out_trade_no", longest)
                        .deliver());
        malformed(aSignedNotification().field("trade_no", longest + "x"));
        malformed(aSignedNotification().field("out_trade_no", longest + "x"));
        malformed(aSignedNotification().field("trade_no", "2026/1"));
        malformed(aSignedNotification().without("trade_no"));
        malformed(aSignedNotification().field("out_trade_no", ""));
        malformed(aSignedNotification().without("total_amount"));
    }

    @Test
    void aPaymentWithoutAnOrderNumberIsStillAPayment() {
        assertThat(Expect.payment(
                                channel,
                                aSignedNotification().without("out_trade_no").deliver())
                        .orderNo())
                .isNull();
    }

    @Test
    void aTimeIsShanghaisAndOneThatCannotBeReadCostsNoPayment() {
        assertThat(Expect.payment(
                                channel,
                                aSignedNotification()
                                        .field("gmt_payment", "2026-07-01 08:00:00")
                                        .deliver())
                        .paidAt())
                .isEqualTo(Instant.parse("2026-07-01T00:00:00Z"));
        assertThat(Expect.payment(
                                channel,
                                aSignedNotification()
                                        .field("gmt_payment", "yesterday")
                                        .deliver())
                        .paidAt())
                .isNull();
        assertThat(Expect.payment(
                                channel,
                                aSignedNotification().without("gmt_payment").deliver())
                        .paidAt())
                .isNull();
    }
}
