package dev.payonce.channel.adyen;

import dev.payonce.Channel;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.ChannelType;
import java.time.Instant;
import java.util.Set;

/** {@code type: adyen}: the standard webhooks of Adyen. */
public final class AdyenType implements ChannelType {

    @Override
    public String name() {
        return "adyen";
    }

    @Override
    public Set<String> properties() {
        return AdyenSettings.PROPERTIES;
    }

    @Override
    public Channel create(ChannelProperties properties, Instant now) {
        return new AdyenChannel(AdyenSettings.of(properties));
    }
}
