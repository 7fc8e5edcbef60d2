package dev.payonce;

/**
 * A user's own SQL in the transaction that posts a payment. Called after the order moved to PAID and its ledger entries
 * were written, on the transaction's thread: whatever joins the thread's transaction commits or rolls back with the
 * payment.
 *
 * <p>Called again when the transaction is repeated after a deadlock, so it must have no effects outside the database (use
 * the outbox for those). An exception rolls the whole posting back and the payment is recorded as HELD with
 * {@link HeldReason#POSTING_FAILED}. Must be thread-safe.
 */
@FunctionalInterface
public interface PostingHandler {
    void post(AppliedPayment payment);
}
