package dev.payonce.channel.stripe;

import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.HmacKeys;
import dev.payonce.channel.JsonPointer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What a {@link StripeChannel} needs, checked.
 *
 * @param livemode whether live events are posted, or those of the test mode
 * @param accounts the connected accounts whose events are posted; none: those of the endpoint's own account
 * @param orderNo where in the PaymentIntent the order's number stands
 */
record StripeSettings(String name, HmacKeys secrets, boolean livemode, Set<String> accounts, JsonPointer orderNo) {
    private static final String SECRETS = "secrets";
    private static final String LIVEMODE = "livemode";
    private static final String ACCOUNT = "account";
    private static final String ORDER_NO = "order-no";
    private static final String SECRET_PREFIX = "whsec_";
    private static final int MAX_SECRET = 200;
    private static final int MAX_SECRETS = 20;
    private static final JsonPointer DEFAULT_ORDER_NO = JsonPointer.parse("/metadata/order_no");

    static final Set<String> PROPERTIES = Set.of(SECRETS, LIVEMODE, ACCOUNT, ORDER_NO);

    StripeSettings {
        accounts = Set.copyOf(accounts);
    }

    static StripeSettings of(ChannelProperties properties) {
        return new StripeSettings(
                properties.channel(),
                secrets(properties),
                livemode(properties),
                properties.has(ACCOUNT) ? properties.oneOrMoreNames(ACCOUNT) : Set.of(),
                properties.has(ORDER_NO) ? properties.pointer(ORDER_NO) : DEFAULT_ORDER_NO);
    }

    private static HmacKeys secrets(ChannelProperties properties) {
        Set<String> texts = properties.oneOrMore(SECRETS);
        if (texts.size() > MAX_SECRETS) {
            throw properties.invalid(SECRETS, "must have at most " + MAX_SECRETS + " values");
        }
        List<byte[]> secrets = new ArrayList<>();
        for (String text : texts) {
            // An API key, pasted by mistake, would verify nothing.
            if (!text.matches(SECRET_PREFIX + "[!-~]+") || text.length() > MAX_SECRET) {
                throw properties.invalid(
                        SECRETS, "must be signing secrets of the endpoint: " + SECRET_PREFIX + "… in plain ASCII");
            }
            // The whole text is the key: nothing in it is base64 (channels.md 5.1).
            secrets.add(text.getBytes(StandardCharsets.US_ASCII));
        }
        return new HmacKeys(secrets);
    }

    private static boolean livemode(ChannelProperties properties) {
        return !properties.has(LIVEMODE) || properties.flag(LIVEMODE);
    }

    @Override
    public String toString() {
        return "StripeSettings[" + name + "]";
    }
}
