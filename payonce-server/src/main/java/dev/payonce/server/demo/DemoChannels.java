package dev.payonce.server.demo;

import dev.payonce.simulator.Platform;
import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.alipay.Alipay;
import dev.payonce.simulator.wechat.WeChatPayV3;
import java.util.ArrayList;
import java.util.List;

/**
 * The two merchant accounts of the demo, with keys that are made for this run: what the platforms sign with, and what the
 * server is configured with.
 */
record DemoChannels(WeChatPayV3 wechat, Alipay alipay) {
    static final String WX = "wx";
    static final String ALI = "ali";
    static final List<String> NAMES = List.of(WX, ALI);

    static DemoChannels generate() {
        return new DemoChannels(
                WeChatPayV3.generate("1900000109", "wx8888888888888888"),
                Alipay.generate("2021000000000000", "2088000000000000"));
    }

    Platform platform(String channel) {
        return channel.equals(WX) ? wechat : alipay;
    }

    /** The server's settings, as arguments. */
    List<String> settings() {
        List<String> settings = new ArrayList<>(List.of(
                setting(WX, "type", "wechat-v3"),
                setting(WX, "merchant-id", wechat.mchid()),
                setting(WX, "app-id", wechat.appid()),
                setting(WX, "api-v3-key", wechat.apiV3Key()),
                setting(ALI, "type", "alipay"),
                setting(ALI, "app-id", alipay.appId()),
                setting(ALI, "seller-id", alipay.sellerId()),
                setting(ALI, "verification-keys[0].pem", alipay.key().publicKeyPem())));
        List<SigningKey> keys = wechat.keys();
        for (int i = 0; i < keys.size(); i++) {
            settings.add(
                    setting(WX, "verification-keys[" + i + "].id", keys.get(i).id()));
            settings.add(
                    setting(WX, "verification-keys[" + i + "].pem", keys.get(i).publicKeyPem()));
        }
        return settings;
    }

    private static String setting(String channel, String property, String value) {
        return "--payonce.channels." + channel + "." + property + "=" + value;
    }
}
