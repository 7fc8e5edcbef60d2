package dev.payonce.channel.square;

import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.HmacKeys;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a {@link SquareChannel} needs, checked.
 *
 * @param locationIds the locations whose payments are taken; empty: all of the merchant's
 * @param notificationUrl as it is registered at Square, byte for byte
 */
record SquareSettings(String name, String merchantId, Set<String> locationIds, HmacKeys keys, String notificationUrl) {
    private static final String MERCHANT_ID = "merchant-id";
    private static final String LOCATION_ID = "location-id";
    private static final String SECRETS = "secrets";
    private static final String NOTIFICATION_URL = "notification-url";
    private static final int MIN_SECRET_BYTES = 8;

    static final Set<String> PROPERTIES = Set.of(MERCHANT_ID, LOCATION_ID, SECRETS, NOTIFICATION_URL);

    SquareSettings {
        locationIds = Set.copyOf(locationIds);
    }

    static SquareSettings of(ChannelProperties properties) {
        return new SquareSettings(
                properties.channel(),
                properties.oneName(MERCHANT_ID),
                properties.values().containsKey(LOCATION_ID) ? properties.oneOrMoreNames(LOCATION_ID) : Set.of(),
                keys(properties),
                notificationUrl(properties));
    }

    /** Text, and not the base64 that it looks like (channels.md 8.1). Square's have 22 characters. */
    private static HmacKeys keys(ChannelProperties properties) {
        List<byte[]> keys = new ArrayList<>();
        for (String secret : properties.oneOrMore(SECRETS)) {
            byte[] key = secret.getBytes(StandardCharsets.UTF_8);
            if (key.length < MIN_SECRET_BYTES) {
                throw properties.invalid(SECRETS, "must be at least " + MIN_SECRET_BYTES + " bytes each");
            }
            keys.add(key);
        }
        return new HmacKeys(keys);
    }

    /** Checked to be a URL, and then kept as it was written: not one byte of it may differ from Square's (case PAR-17). */
    private static String notificationUrl(ChannelProperties properties) {
        String url = properties.one(NOTIFICATION_URL);
        if (!isWebUrl(url)) {
            throw properties.invalid(NOTIFICATION_URL, "must be the whole https:// URL that is registered at Square");
        }
        return url;
    }

    private static boolean isWebUrl(String text) {
        try {
            URI uri = new URI(text);
            return uri.getHost() != null && (text.startsWith("https://") || text.startsWith("http://"));
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** The channel only. */
    @Override
    public String toString() {
        return "SquareSettings[" + name + ", " + keys + "]";
    }
}
