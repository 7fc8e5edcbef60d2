package dev.payonce.channel.paypal;

import dev.payonce.Channel;
import dev.payonce.channel.BoundedHttp;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.ChannelType;
import java.security.cert.TrustAnchor;
import java.time.Instant;
import java.util.Set;
import java.util.function.Supplier;

/** {@code type: paypal}: PayPal's REST webhooks about captured payments. */
public final class PayPalType implements ChannelType {
    private final Supplier<Set<TrustAnchor>> anchors;

    /** Trusts the certificate authorities of this Java platform. */
    public PayPalType() {
        this(CertificateChain::platformAnchors);
    }

    /** Trusts these certificate authorities only. */
    PayPalType(Supplier<Set<TrustAnchor>> anchors) {
        this.anchors = anchors;
    }

    @Override
    public String name() {
        return "paypal";
    }

    @Override
    public Set<String> properties() {
        return PayPalSettings.PROPERTIES;
    }

    @Override
    public Channel create(ChannelProperties properties, Instant now) {
        PayPalSettings settings = PayPalSettings.of(properties);
        BoundedHttp http = new BoundedHttp();
        return new PayPalChannel(
                settings, new Certificates(http, new CertificateChain(anchors.get())), new PayPalApi(settings, http));
    }
}
