package dev.payonce.channel.wechat;

import static dev.payonce.channel.wechat.WeChatNotification.MERCHANT_ID;
import static dev.payonce.channel.wechat.WeChatNotification.NOW;
import static dev.payonce.channel.wechat.WeChatNotification.SUB_MERCHANT_ID;
import static dev.payonce.channel.wechat.WeChatNotification.aCombinedNotification;
import static dev.payonce.channel.wechat.WeChatNotification.channel;
import static dev.payonce.channel.wechat.WeChatNotification.subOrder;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.Money;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Several orders paid at once: one delivery, as many payments. */
class WeChatPayV3CombinedTest {
    private final Channel channel = channel();

    private static Decoded payment(Delivery delivery, String merchant, int n) {
        return Decoded.payment(new PaymentNotification(
                "wx",
                new PaymentKey("wechat", merchant, "T" + n),
                "ORD" + n,
                new Money(100L * n, "CNY"),
                Instant.parse("2026-12-01T03:04:00Z"),
                delivery.receivedAt(),
                delivery.body()));
    }

    private static Decoded wrongReceiver(String id) {
        return Decoded.refused(Refusal.WRONG_RECEIVER, id);
    }

    private static String of(int n, String merchant, String more) {
        return subOrder(n, "SUCCESS", more).replace("\"" + MERCHANT_ID + "\"", "\"" + merchant + "\"");
    }

    @Test
    void eachSubOrderIsAPaymentInItsOrder() {
        Delivery delivery =
                aCombinedNotification(subOrder(2), subOrder(1), subOrder(3)).deliver();
        assertThat(channel.decode(delivery))
                .containsExactly(
                        payment(delivery, MERCHANT_ID, 2),
                        payment(delivery, MERCHANT_ID, 1),
                        payment(delivery, MERCHANT_ID, 3));
    }

    @ParameterizedTest
    @ValueSource(strings = {"NOTPAY", "CLOSED", "USERPAYING", "success", ""})
    void ide08ASubOrderThatIsNotPaidIsIgnoredByItself(String state) {
        Delivery delivery =
                aCombinedNotification(subOrder(1, state, ""), subOrder(2)).deliver();
        assertThat(channel.decode(delivery))
                .containsExactly(Decoded.ignored("trade state"), payment(delivery, MERCHANT_ID, 2));
    }

    @Test
    void biz02AnotherMerchantsSubOrderIsRefusedByItself() {
        Delivery delivery =
                aCombinedNotification(of(1, "1900000110", ""), subOrder(2)).deliver();
        assertThat(channel.decode(delivery))
                .containsExactly(wrongReceiver("1900000110"), payment(delivery, MERCHANT_ID, 2));
        for (String admitted : List.of("1900000110", "any")) {
            assertThat(channel(Map.of("combined-merchant-id", List.of(admitted)))
                            .decode(delivery))
                    .containsExactly(payment(delivery, "1900000110", 1), payment(delivery, MERCHANT_ID, 2));
        }
    }

    @Test
    void biz02SubMerchantsOrdersNeedAProvidersChannel() {
        String sub = ",\"sub_mchid\":\"" + SUB_MERCHANT_ID + "\"";
        Delivery delivery = aCombinedNotification(
                        subOrder(1, "SUCCESS", sub),
                        subOrder(2),
                        subOrder(3, "SUCCESS", sub + ",\"sub_appid\":\"wx1\""))
                .deliver();
        assertThat(channel.decode(delivery))
                .containsExactly(
                        wrongReceiver(SUB_MERCHANT_ID),
                        payment(delivery, MERCHANT_ID, 2),
                        wrongReceiver(SUB_MERCHANT_ID));
        assertThat(channel(Map.of("sub-merchant-id", List.of(SUB_MERCHANT_ID))).decode(delivery))
                .containsExactly(
                        payment(delivery, MERCHANT_ID, 1),
                        wrongReceiver(MERCHANT_ID + " without sub_mchid"),
                        wrongReceiver("wx1"));
        assertThat(channel(Map.of("sub-merchant-id", List.of("1900000112"))).decode(delivery))
                .containsExactly(
                        wrongReceiver(SUB_MERCHANT_ID),
                        wrongReceiver(MERCHANT_ID + " without sub_mchid"),
                        wrongReceiver(SUB_MERCHANT_ID));
    }

    @Test
    void biz02WhatAnotherCombinedIsRefusedWhole() {
        Expect.refused(
                channel,
                aCombinedNotification(subOrder(1), subOrder(2))
                        .payment("combine_mchid", "\"1900000110\"")
                        .deliver(),
                Refusal.WRONG_RECEIVER,
                "1900000110");
        Expect.refused(
                channel,
                aCombinedNotification(subOrder(1), subOrder(2))
                        .payment("combine_appid", "\"wx9\"")
                        .deliver(),
                Refusal.WRONG_RECEIVER,
                "wx9");
    }

    @Test
    void aSubOrderThatCannotBeReadIsRefusedByItself() {
        Delivery delivery = aCombinedNotification(
                        "{}",
                        subOrder(1).replace("\"T1\"", "\" T1\""),
                        subOrder(2),
                        subOrder(3).replace(":300,", ":3.5,"),
                        subOrder(4).replace("total_amount", "total"),
                        subOrder(5).replace("CNY", "cny"))
                .deliver();
        List<Decoded> items = channel.decode(delivery);
        assertThat(items).hasSize(6);
        assertThat(items.get(2)).isEqualTo(payment(delivery, MERCHANT_ID, 2));
        for (int i : new int[] {0, 1, 3, 4, 5}) {
            assertThat(items.get(i))
                    .isInstanceOfSatisfying(
                            Decoded.Refused.class,
                            refused -> assertThat(refused.reason()).isEqualTo(Refusal.MALFORMED));
        }
    }

    @Test
    void theListIsBoundedAndNotEmpty() {
        String[] hundred = IntStream.rangeClosed(1, 100)
                .mapToObj(WeChatNotification::subOrder)
                .toArray(String[]::new);
        String[] more = IntStream.rangeClosed(1, 101)
                .mapToObj(WeChatNotification::subOrder)
                .toArray(String[]::new);
        assertThat(channel.decode(aCombinedNotification(hundred).deliver())).hasSize(100);
        malformed(aCombinedNotification(more));
        malformed(aCombinedNotification());
        for (String orders : List.of("null", "{}", "[1]", "[[]]", "[null]", "\"\"")) {
            malformed(aCombinedNotification().payment("sub_orders", orders));
        }
        malformed(aCombinedNotification(subOrder(1)).withoutPayment("combine_mchid"));
        malformed(aCombinedNotification(subOrder(1)).withoutPayment("combine_appid"));
    }

    private void malformed(WeChatNotification notification) {
        Expect.refused(channel, notification.deliver(), Refusal.MALFORMED);
    }

    @Test
    void aRetriedDeliveryIsTheSameListReceivedLater() {
        WeChatNotification notification = aCombinedNotification(subOrder(1), subOrder(2, "NOTPAY", ""), subOrder(3));
        assertThat(channel.decode(notification.deliver())).hasSize(3);
        Instant later = NOW.plusSeconds(15);
        Delivery again = notification.signedAt(later).receivedAt(later).deliver();
        assertThat(channel.decode(again))
                .containsExactly(
                        payment(again, MERCHANT_ID, 1), Decoded.ignored("trade state"), payment(again, MERCHANT_ID, 3));
        Expect.refused(
                channel, notification.header("Wechatpay-Signature", "AAAA").deliver(), Refusal.BAD_SIGNATURE);
    }
}
