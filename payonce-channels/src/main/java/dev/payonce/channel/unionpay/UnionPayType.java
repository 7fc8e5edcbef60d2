package dev.payonce.channel.unionpay;

import dev.payonce.Channel;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.ChannelType;
import java.time.Instant;
import java.util.Set;

/** {@code type: unionpay}: UnionPay's back-end notifications, acp version 5.1.0, signed with certificates. */
public final class UnionPayType implements ChannelType {

    @Override
    public String name() {
        return "unionpay";
    }

    @Override
    public Set<String> properties() {
        return UnionPaySettings.PROPERTIES;
    }

    @Override
    public Channel create(ChannelProperties properties, Instant now) {
        return new UnionPayChannel(UnionPaySettings.of(properties, now));
    }
}
