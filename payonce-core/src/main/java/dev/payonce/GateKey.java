package dev.payonce;

/**
 * What the gate's key is made of: verified ids only.
 *
 * @param channel the channel's name; it holds no colon, so that the two parts never run into one another
 * @param transactionId the platform's id of the payment
 */
public record GateKey(String channel, String transactionId) {
    public static GateKey of(PaymentNotification notification) {
        return new GateKey(notification.channel(), notification.key().transactionId());
    }

    /** {@code {channel}:{transactionId}}, to be prefixed by the store. */
    public String text() {
        return channel + ":" + transactionId;
    }
}
