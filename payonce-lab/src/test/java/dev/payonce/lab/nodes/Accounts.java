package dev.payonce.lab.nodes;

import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Mailing;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.stripe.Stripe;
import dev.payonce.simulator.wechatv2.WeChatPayV2;
import java.net.URI;
import java.util.List;
import java.util.Set;

/**
 * A merchant with an account at Stripe, whose signatures carry a time, and one at WeChat Pay (v2), whose signatures do not.
 * Both sign with a shared secret, which costs little: a storm of many deliveries is to test the receiver.
 */
final class Accounts {
    private final Stripe stripe = Stripe.generate();
    private final WeChatPayV2 wechat = WeChatPayV2.generate("1900000109", "wx8888888888888888");

    /** A server's settings for both. */
    List<String> settings() {
        return List.of(
                "--payonce.channels.card.type=stripe",
                "--payonce.channels.card.secrets[0]=" + stripe.secrets().get(0),
                "--payonce.channels.wx.type=wechat-v2",
                "--payonce.channels.wx.merchant-id=" + wechat.mchId(),
                "--payonce.channels.wx.app-id=" + wechat.appid(),
                "--payonce.channels.wx.secrets[0]=" + wechat.apiKey());
    }

    /** By one platform or the other, as the payment's number says. */
    Notification notification(SimulatedPayment payment) {
        return isTimed(payment) ? stripe.notification(payment) : wechat.notification(payment);
    }

    Mailing genuine(int port, Notification notification, int copies) {
        return Mailing.genuine(target(port, notification), notification, copies);
    }

    Mailing tampered(int port, Notification notification) {
        return Mailing.forged(target(port, notification), notification, Set.of(Forgery.TAMPERED_BODY));
    }

    private static boolean isTimed(SimulatedPayment payment) {
        String id = payment.transactionId();
        return id.charAt(id.length() - 1) % 2 == 0;
    }

    private static URI target(int port, Notification notification) {
        String channel = isTimed(notification.payment()) ? "card" : "wx";
        return URI.create("http://127.0.0.1:" + port + "/notify/" + channel);
    }
}
