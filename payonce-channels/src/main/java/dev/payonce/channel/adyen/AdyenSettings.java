package dev.payonce.channel.adyen;

import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.HmacKeys;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;

/** What an {@link AdyenChannel} needs, checked. */
record AdyenSettings(String name, String merchantAccount, HmacKeys keys, boolean live) {
    private static final String MERCHANT_ID = "merchant-id";
    private static final String SECRETS = "secrets";
    private static final String LIVE = "live";
    private static final int KEY_BYTES = 32;

    static final Set<String> PROPERTIES = Set.of(MERCHANT_ID, SECRETS, LIVE);

    static AdyenSettings of(ChannelProperties properties) {
        return new AdyenSettings(
                properties.channel(), merchantAccount(properties), keys(properties), properties.flag(LIVE, true));
    }

    /** Without a colon: the signed text is joined by colons, and this is where it can be cut safely. */
    private static String merchantAccount(ChannelProperties properties) {
        String account = properties.oneName(MERCHANT_ID);
        if (account.indexOf(':') >= 0) {
            throw properties.invalid(MERCHANT_ID, "must not hold a colon");
        }
        return account;
    }

    /** Hex digits and not text: the usual mistake (case KEY-08). */
    private static HmacKeys keys(ChannelProperties properties) {
        List<byte[]> keys = new ArrayList<>();
        for (String secret : properties.oneOrMore(SECRETS)) {
            if (secret.length() != 2 * KEY_BYTES || !secret.chars().allMatch(HexFormat::isHexDigit)) {
                throw properties.invalid(SECRETS, "must be " + 2 * KEY_BYTES + " hex digits each");
            }
            keys.add(HexFormat.of().parseHex(secret));
        }
        return new HmacKeys(keys);
    }
}
