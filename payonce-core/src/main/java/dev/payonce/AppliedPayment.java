package dev.payonce;

/**
 * A payment that is being applied to its order.
 *
 * @param channel the channel that received it
 * @param key the payment's identity
 * @param orderNo the order that it pays
 * @param money the order's amount and currency, equal to what was paid
 */
public record AppliedPayment(String channel, PaymentKey key, String orderNo, Money money) {}
