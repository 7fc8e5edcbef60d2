package dev.payonce.channel.types;

import dev.payonce.Channel;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.ChannelType;
import dev.payonce.channel.adyen.AdyenType;
import dev.payonce.channel.alipay.AlipayType;
import dev.payonce.channel.paypal.PayPalType;
import dev.payonce.channel.square.SquareType;
import dev.payonce.channel.standardwebhooks.StandardWebhooksType;
import dev.payonce.channel.stripe.StripeType;
import dev.payonce.channel.unionpay.UnionPayType;
import dev.payonce.channel.wechat.WeChatPayV3Type;
import dev.payonce.channel.wechatv2.WeChatPayV2Type;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** The channel types by name. Immutable and thread-safe. */
public final class ChannelTypes {
    private final Map<String, ChannelType> byName = new TreeMap<>();

    /** @throws IllegalArgumentException if two types have one name */
    public ChannelTypes(List<ChannelType> types) {
        for (ChannelType type : types) {
            if (byName.put(type.name(), type) != null) {
                throw new IllegalArgumentException("channel type " + type.name() + " exists twice");
            }
        }
    }

    /** Every type that PayOnce brings. */
    public static ChannelTypes builtIn() {
        return new ChannelTypes(List.of(
                new WeChatPayV3Type(),
                new AlipayType(),
                new AdyenType(),
                new SquareType(),
                new StripeType(),
                new StandardWebhooksType(),
                new WeChatPayV2Type(),
                new UnionPayType(),
                new PayPalType()));
    }

    /** The known names, sorted. */
    public Set<String> names() {
        return new TreeSet<>(byName.keySet());
    }

    /** The properties that the type of that name reads; none if there is no such type. */
    public Set<String> properties(String type) {
        ChannelType known = byName.get(type);
        return known == null ? Set.of() : known.properties();
    }

    /**
     * Builds a channel of the type of that name.
     *
     * @throws IllegalArgumentException naming the channel and the property: an unknown type (the known ones are listed), a
     *     property that the type does not read, or one that is missing or malformed
     */
    public Channel create(String type, ChannelProperties properties, Instant now) {
        ChannelType known = byName.get(type);
        if (known == null) {
            throw properties.invalid("type", "is unknown; known: " + names());
        }
        properties.requireOnly(known.properties());
        return known.create(properties, now);
    }
}
