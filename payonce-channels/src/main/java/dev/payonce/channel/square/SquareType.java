package dev.payonce.channel.square;

import dev.payonce.Channel;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.ChannelType;
import java.time.Instant;
import java.util.Set;

/** {@code type: square}: the payment webhooks of Square. */
public final class SquareType implements ChannelType {

    @Override
    public String name() {
        return "square";
    }

    @Override
    public Set<String> properties() {
        return SquareSettings.PROPERTIES;
    }

    @Override
    public Channel create(ChannelProperties properties, Instant now) {
        return new SquareChannel(SquareSettings.of(properties));
    }
}
