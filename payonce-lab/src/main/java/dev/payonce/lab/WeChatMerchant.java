package dev.payonce.lab;

import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.wechat.WeChatPayV3;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** A merchant with a new account at WeChat Pay, whose callbacks a server takes on channel {@value #CHANNEL}. Immutable. */
public final class WeChatMerchant {
    /** The channel's name. */
    public static final String CHANNEL = "wx";

    private static final String PREFIX = "--payonce.channels." + CHANNEL + ".";

    private final WeChatPayV3 platform = WeChatPayV3.generate("1900000109", "wx8888888888888888");

    public WeChatPayV3 platform() {
        return platform;
    }

    /** Where a server at this port takes the callbacks. */
    public static URI target(int port) {
        return URI.create("http://127.0.0.1:" + port + "/notify/" + CHANNEL);
    }

    /** The channel's settings of a server that takes these callbacks. */
    public List<String> settings() {
        List<String> settings = new ArrayList<>(List.of(
                PREFIX + "type=wechat-v3",
                PREFIX + "merchant-id=" + platform.mchid(),
                PREFIX + "app-id=" + platform.appid(),
                PREFIX + "api-v3-key=" + platform.apiV3Key()));
        for (int i = 0; i < platform.keys().size(); i++) {
            SigningKey key = platform.keys().get(i);
            settings.add(PREFIX + "verification-keys[" + i + "].id=" + key.id());
            settings.add(PREFIX + "verification-keys[" + i + "].pem=" + key.publicKeyPem());
        }
        return settings;
    }
}
