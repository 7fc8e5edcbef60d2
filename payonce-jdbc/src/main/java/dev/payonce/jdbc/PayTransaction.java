package dev.payonce.jdbc;

import dev.payonce.HeldReason;
import dev.payonce.Money;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A payment on record, as it stood when it was read.
 *
 * @param id its place in lists: later rows have higher ids, in the order of insertion and not of commit
 * @param channel the channel that received it first
 * @param orderNo what the platform said; never changes
 * @param appliedOrderNo where the money went
 * @param heldReason present exactly for HELD
 * @param evaluations how often it was evaluated again while HELD
 * @param platformPaidAt when the platform says that it was paid
 * @param receivedAt when its first delivery came
 */
public record PayTransaction(
        long id,
        String channel,
        String transactionId,
        @Nullable String orderNo,
        @Nullable String appliedOrderNo,
        Money money,
        TransactionState state,
        @Nullable HeldReason heldReason,
        int evaluations,
        @Nullable Instant platformPaidAt,
        Instant receivedAt,
        @Nullable Instant appliedAt) {}
