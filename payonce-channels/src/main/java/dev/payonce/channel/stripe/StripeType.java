package dev.payonce.channel.stripe;

import dev.payonce.Channel;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.ChannelType;
import java.time.Instant;
import java.util.Set;

/** {@code type: stripe}: the events of an account, or of one connected account, sent to a webhook endpoint. */
public final class StripeType implements ChannelType {

    @Override
    public String name() {
        return "stripe";
    }

    @Override
    public Set<String> properties() {
        return StripeSettings.PROPERTIES;
    }

    @Override
    public Channel create(ChannelProperties properties, Instant now) {
        return new StripeChannel(StripeSettings.of(properties));
    }
}
