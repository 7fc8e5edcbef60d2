package dev.payonce.channel.wechatv2;

import static dev.payonce.channel.wechatv2.WeChatV2Notification.APP_ID;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.MERCHANT_ID;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Body;
import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.Money;
import dev.payonce.PaymentNotification;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.wechatv2.WeChatPayV2;
import dev.payonce.simulator.wechatv2.WeChatV2Event;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The simulator, which shares no code with the channel, in the place of an official SDK, of which there is none. */
class WeChatPayV2OracleTest {
    private static final WeChatPayV2 WECHAT = WeChatPayV2.generate(MERCHANT_ID, APP_ID);
    private static final SimulatedPayment PAYMENT = new SimulatedPayment("420000", "P1", 9905, "CNY", NOW);

    private final Random random = new Random(7);
    private final Channel channel = WeChatV2Notification.channel(Map.of("secrets", List.of(WECHAT.apiKey())));

    private Delivery delivery(WeChatPayV2 account, WeChatV2Event event, Set<Forgery> forgeries) {
        SignedRequest request = account.notification(PAYMENT, event, random).sign(forgeries, NOW, random);
        return new Delivery("POST", "/notify/wx2", request.headers(), null, Body.of(request.body()), NOW);
    }

    @Test
    void whatTheSimulatorSignsVerifiesHere() {
        PaymentNotification payment = Expect.payment(channel, delivery(WECHAT, WeChatV2Event.paid(), Set.of()));
        assertThat(payment.orderNo()).isEqualTo("P1");
        assertThat(payment.money()).isEqualTo(new Money(9905, "CNY"));
        Expect.ignored(channel, delivery(WECHAT, WeChatV2Event.failed(), Set.of()));
        Expect.ignored(channel, delivery(WECHAT, WeChatV2Event.refunded(), Set.of()));
        WeChatPayV2 md5 = WECHAT.withSignType("MD5");
        Expect.refused(channel, delivery(md5, WeChatV2Event.paid(), Set.of()), Refusal.BAD_SIGNATURE);
    }

    @Test
    void everyForgeryIsRefused() {
        for (Forgery forgery : WECHAT.forgeries()) {
            for (WeChatV2Event event : List.of(WeChatV2Event.paid(), WeChatV2Event.refunded())) {
                Refusal expected = switch (forgery) {
                    case OTHER_MERCHANT, OTHER_APP -> Refusal.WRONG_RECEIVER;
                    default -> Refusal.BAD_SIGNATURE;
                };
                Expect.refused(channel, delivery(WECHAT, event, Set.of(forgery)), expected);
            }
        }
    }
}
