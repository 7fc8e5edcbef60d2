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
 * @param paidAt when the platform says it was paid; absent when it does not say, or says what is no time of a payment
 *     (before 1970, after the year 9999): a payment must not be lost for an ornament that no database takes
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
    private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

    public PaymentNotification {
        if (!Names.isChannel(channel)) {
            throw new IllegalArgumentException("channel name must match [a-z][a-z0-9-]{0,31}");
        }
        if (orderNo != null) {
            Names.requireId(orderNo, "order number");
        }
        if (paidAt != null && (paidAt.isBefore(Instant.EPOCH) || paidAt.isAfter(LAST))) {
            paidAt = null;
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
