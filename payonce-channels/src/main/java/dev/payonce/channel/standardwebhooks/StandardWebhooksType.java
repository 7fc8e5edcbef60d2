package dev.payonce.channel.standardwebhooks;

import dev.payonce.Channel;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.ChannelType;
import java.time.Instant;
import java.util.Set;

/** {@code type: standard-webhooks}: any sender that signs by the Standard Webhooks specification 1.0.0. */
public final class StandardWebhooksType implements ChannelType {

    @Override
    public String name() {
        return "standard-webhooks";
    }

    @Override
    public Set<String> properties() {
        return StandardWebhooksSettings.PROPERTIES;
    }

    @Override
    public Channel create(ChannelProperties properties, Instant now) {
        return new StandardWebhooksChannel(StandardWebhooksSettings.of(properties));
    }
}
