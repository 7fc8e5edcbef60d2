package dev.payonce.channel.alipay;

import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.VerificationKeys;
import java.time.Instant;
import java.util.Set;

/** What an {@link AlipayChannel} needs, checked. */
record AlipaySettings(String name, String appId, String sellerId, VerificationKeys keys) {
    private static final String APP_ID = "app-id";
    private static final String SELLER_ID = "seller-id";

    static final Set<String> PROPERTIES = Set.of(APP_ID, SELLER_ID, ChannelProperties.VERIFICATION_KEYS);

    static AlipaySettings of(ChannelProperties properties, Instant now) {
        return new AlipaySettings(
                properties.channel(),
                properties.oneName(APP_ID),
                properties.oneName(SELLER_ID),
                VerificationKeys.load(properties, now));
    }
}
