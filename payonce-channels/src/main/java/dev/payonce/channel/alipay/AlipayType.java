package dev.payonce.channel.alipay;

import dev.payonce.Channel;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.ChannelType;
import java.time.Instant;
import java.util.Set;

/** {@code type: alipay}: the asynchronous notifications of Alipay's domestic open platform. */
public final class AlipayType implements ChannelType {

    @Override
    public String name() {
        return "alipay";
    }

    @Override
    public Set<String> properties() {
        return AlipaySettings.PROPERTIES;
    }

    @Override
    public Channel create(ChannelProperties properties, Instant now) {
        return new AlipayChannel(AlipaySettings.of(properties, now));
    }
}
