package dev.payonce;

import java.util.Optional;

/**
 * The store of payments, the judge of every question that the gate cannot answer. Thread-safe.
 *
 * <p>Every method but {@link #databaseId()} throws {@link BookException} when the database cannot answer or a commit's
 * outcome is unknown; then nothing may be concluded about the payment.
 */
public interface PaymentBook {

    /** Made once by the first migration: a success mark of another database is not taken for one of this. */
    String databaseId();

    /**
     * Records a verified payment in one transaction and returns after its commit (design 2, step 5): the transaction row,
     * the order's conditional update, the ledger, the handlers, the outbox; or the row as HELD with its reason.
     *
     * <p>Of any number of racing callers with the same {@link PaymentKey} one sees {@link Outcome#POSTED}; the others wait
     * for it and see {@link Outcome#ALREADY_POSTED}, or {@link Outcome#CONFLICT} if their content differs. Of racing
     * callers with different keys and the same order one sees POSTED, the others HELD with
     * {@link HeldReason#EXCESS_PAYMENT}. A crash before the commit leaves nothing.
     */
    Confirmation confirm(PaymentNotification notification);

    /**
     * What the row of this payment says, read from the primary database; empty when there is none. Changes nothing and waits
     * for no other caller. What it tells is as safe as a commit: with a synchronous standby it returns once that has the row.
     */
    Optional<Confirmation> find(PaymentNotification notification);

    /**
     * Evaluates the HELD payments of an order again. Each is a transaction of its own; of racing callers one applies it.
     *
     * @return how many were applied by this call
     */
    int reevaluate(String orderNo);

    /**
     * Evaluates up to {@code limit} HELD payments that are due again, skipping those that another caller is working on.
     * Also raises the alerts that are due only after a while.
     *
     * @return how many were evaluated
     */
    int reevaluateDue(int limit);
}
