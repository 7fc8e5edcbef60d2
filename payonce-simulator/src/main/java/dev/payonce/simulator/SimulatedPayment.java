package dev.payonce.simulator;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A payment that a simulated platform knows of and tells the receiver about.
 *
 * @param transactionId the platform's id of the payment
 * @param orderNo the merchant's order number; absent: the notification has no such field
 * @param amount minor units (fen, cents)
 * @param currency ISO 4217 code
 * @param paidAt when the payer paid
 */
public record SimulatedPayment(
        String transactionId, @Nullable String orderNo, long amount, String currency, Instant paidAt) {

    /** The same payment with another amount: with the same transaction id, a genuine contradiction. */
    public SimulatedPayment withAmount(long other) {
        return new SimulatedPayment(transactionId, orderNo, other, currency, paidAt);
    }

    /** The same payment for another order, or for none. */
    public SimulatedPayment withOrderNo(@Nullable String other) {
        return new SimulatedPayment(transactionId, other, amount, currency, paidAt);
    }

    /** Another payment of the same order: the payer paid twice. */
    public SimulatedPayment withTransactionId(String other) {
        return new SimulatedPayment(other, orderNo, amount, currency, paidAt);
    }
}
