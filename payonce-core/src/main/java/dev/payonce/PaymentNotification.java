package dev.payonce;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The verified content of one report of a successful payment. Made by a {@link Channel} after, and only after, the
 * signature and the receiver were checked.
 *
 * @param channel the channel's name
 * @param key the payment's identity
 * @param orderNo the merchant's order number; absent when the platform's message carries none
 * @param money what was paid
 * @param paidAt when the platform says it was paid; absent when it does not say
 * @param receivedAt when the delivery arrived here
 * @param body the delivery's bytes, kept with a HELD row for the operator
 */
public record PaymentNotification(
        String channel,
        PaymentKey key,
        @Nullable String orderNo,
        Money money,
        @Nullable Instant paidAt,
        Instant receivedAt,
        Body body) {
    public PaymentNotification {
        if (!Names.isChannel(channel)) {
            throw new IllegalArgumentException("channel name must match [a-z][a-z0-9-]{0,31}");
        }
        if (orderNo != null) {
            Names.requireId(orderNo, "order number");
        }
    }

    /** The same content in a later delivery with the same body. */
    public PaymentNotification receivedAgain(Instant at) {
        return new PaymentNotification(channel, key, orderNo, money, paidAt, at, body);
    }

    /** What must not differ between two reports of the same payment through the same channel. */
    public Content content() {
        return new Content(channel, orderNo, money);
    }

    /** The part of a notification that two deliveries of one payment share; times and raw bytes differ. */
    public record Content(String channel, @Nullable String orderNo, Money money) {}
}
