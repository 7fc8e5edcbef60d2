package dev.payonce.lab.fault;

import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Mailing;
import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.alipay.Alipay;
import dev.payonce.simulator.wechat.WeChatPayV3;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A merchant with an account at WeChat Pay and one at Alipay. */
final class Merchant {
    private final WeChatPayV3 wechat = WeChatPayV3.generate("1900000109", "wx8888888888888888");
    private final Alipay alipay = Alipay.generate("2021000000000000", "2088000000000000");

    /** A server's settings for both. */
    List<String> settings() {
        List<String> settings = new ArrayList<>(List.of(
                "--payonce.channels.wx.type=wechat-v3",
                "--payonce.channels.wx.merchant-id=" + wechat.mchid(),
                "--payonce.channels.wx.app-id=" + wechat.appid(),
                "--payonce.channels.wx.api-v3-key=" + wechat.apiV3Key(),
                "--payonce.channels.ali.type=alipay",
                "--payonce.channels.ali.app-id=" + alipay.appId(),
                "--payonce.channels.ali.seller-id=" + alipay.sellerId(),
                "--payonce.channels.ali.verification-keys[0].pem="
                        + alipay.key().publicKeyPem()));
        for (int i = 0; i < wechat.keys().size(); i++) {
            SigningKey key = wechat.keys().get(i);
            settings.add("--payonce.channels.wx.verification-keys[" + i + "].id=" + key.id());
            settings.add("--payonce.channels.wx.verification-keys[" + i + "].pem=" + key.publicKeyPem());
        }
        return settings;
    }

    /** Alternately by one platform and the other, by the number that ends the order's. */
    Mailing genuine(int port, SimulatedPayment payment, int copies) {
        return isWeChat(payment)
                ? Mailing.genuine(notify(port, "wx"), wechat.notification(payment), copies)
                : Mailing.genuine(notify(port, "ali"), alipay.notification(payment), copies);
    }

    /** A tampered notification of the payment: to be refused. */
    Mailing tampered(int port, SimulatedPayment payment) {
        Set<Forgery> forgery = Set.of(Forgery.TAMPERED_BODY);
        return isWeChat(payment)
                ? Mailing.forged(notify(port, "wx"), wechat.notification(payment), forgery)
                : Mailing.forged(notify(port, "ali"), alipay.notification(payment), forgery);
    }

    private static boolean isWeChat(SimulatedPayment payment) {
        String id = payment.transactionId();
        return id.charAt(id.length() - 1) % 2 == 0;
    }

    private static URI notify(int port, String channel) {
        return URI.create("http://127.0.0.1:" + port + "/notify/" + channel);
    }
}
