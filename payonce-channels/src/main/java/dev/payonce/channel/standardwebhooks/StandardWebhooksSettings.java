package dev.payonce.channel.standardwebhooks;

import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.HmacKeys;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What a {@link StandardWebhooksChannel} needs, checked. */
record StandardWebhooksSettings(String name, HmacKeys secrets, PaymentFields fields) {
    private static final String SECRETS = "secrets";
    private static final String SECRET_PREFIX = "whsec_";
    private static final int MAX_SECRETS = 20;
    /** The specification's bounds. */
    private static final int MIN_BYTES = 24;

    private static final int MAX_BYTES = 64;

    static final Set<String> PROPERTIES = properties();

    private static Set<String> properties() {
        Set<String> names = new HashSet<>(PaymentFields.PROPERTIES);
        names.add(SECRETS);
        return Set.copyOf(names);
    }

    static StandardWebhooksSettings of(ChannelProperties properties) {
        return new StandardWebhooksSettings(properties.channel(), secrets(properties), PaymentFields.of(properties));
    }

    private static HmacKeys secrets(ChannelProperties properties) {
        Set<String> texts = properties.oneOrMore(SECRETS);
        if (texts.size() > MAX_SECRETS) {
            throw properties.invalid(SECRETS, "must have at most " + MAX_SECRETS + " values");
        }
        List<byte[]> secrets = new ArrayList<>();
        for (String text : texts) {
            byte[] secret = decode(text, properties);
            if (secret.length < MIN_BYTES || secret.length > MAX_BYTES) {
                throw properties.invalid(
                        SECRETS, "must be " + MIN_BYTES + " to " + MAX_BYTES + " bytes once decoded from base64");
            }
            secrets.add(secret);
        }
        return new HmacKeys(secrets);
    }

    /** With or without the prefix, with or without padding: dashboards cut off either (case KEY-06). */
    private static byte[] decode(String text, ChannelProperties properties) {
        String base64 = text.startsWith(SECRET_PREFIX) ? text.substring(SECRET_PREFIX.length()) : text;
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw properties.invalid(SECRETS, "must be " + SECRET_PREFIX + "… with base64 behind it");
        }
    }

    @Override
    public String toString() {
        return "StandardWebhooksSettings[" + name + "]";
    }
}
