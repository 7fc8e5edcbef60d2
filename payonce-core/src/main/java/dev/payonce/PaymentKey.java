package dev.payonce;

/**
 * A payment's identity: what stays the same however often, through whichever channel and in whichever version of its
 * protocol the platform reports it. Never built from an event, notification, request or trace id, which change from one
 * delivery to the next (channels.md 0.1).
 *
 * @param platform the platform's name, the same for all versions of its protocol ({@code wechat}, {@code alipay})
 * @param merchant the receiver's account at the platform, within which {@code transactionId} is unique
 * @param transactionId the platform's id of the payment; case-sensitive
 */
public record PaymentKey(String platform, String merchant, String transactionId) {
    public PaymentKey {
        Names.requireName(platform, "platform");
        Names.requireName(merchant, "merchant");
        Names.requireName(transactionId, "transaction id");
    }
}
