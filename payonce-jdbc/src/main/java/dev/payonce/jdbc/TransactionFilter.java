package dev.payonce.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * Which payments a list holds: those that equal every part that is present.
 *
 * @param orderNo what the platform said, not where the money went
 */
public record TransactionFilter(
        @Nullable TransactionState state,
        @Nullable String channel,
        @Nullable String transactionId,
        @Nullable String orderNo) {
    /** Every payment. */
    public static final TransactionFilter ALL = new TransactionFilter(null, null, null, null);
}
