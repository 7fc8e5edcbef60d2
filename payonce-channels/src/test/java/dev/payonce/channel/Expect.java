package dev.payonce.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.PaymentNotification;
import dev.payonce.Refusal;

/** What a channel makes of a delivery, as one sentence each. */
public final class Expect {
    private Expect() {}

    public static PaymentNotification payment(Channel channel, Delivery delivery) {
        Decoded decoded = single(channel, delivery);
        assertThat(decoded).isInstanceOf(Decoded.Payment.class);
        return ((Decoded.Payment) decoded).notification();
    }

    public static void accepted(Channel channel, Delivery delivery) {
        assertThat(single(channel, delivery)).isInstanceOf(Decoded.Payment.class);
    }

    public static void ignored(Channel channel, Delivery delivery) {
        assertThat(single(channel, delivery)).isInstanceOf(Decoded.Ignored.class);
    }

    public static void refused(Channel channel, Delivery delivery, Refusal reason) {
        Decoded.Refused refused = refusal(channel, delivery);
        assertThat(refused.reason()).as(refused.detail()).isEqualTo(reason);
    }

    public static void refused(Channel channel, Delivery delivery, Refusal reason, String detail) {
        assertThat(refusal(channel, delivery)).isEqualTo(new Decoded.Refused(reason, detail));
    }

    public static Decoded.Refused refusal(Channel channel, Delivery delivery) {
        Decoded decoded = single(channel, delivery);
        assertThat(decoded).isInstanceOf(Decoded.Refused.class);
        return (Decoded.Refused) decoded;
    }

    public static Decoded single(Channel channel, Delivery delivery) {
        assertThat(channel.decode(delivery)).hasSize(1);
        return channel.decode(delivery).get(0);
    }
}
