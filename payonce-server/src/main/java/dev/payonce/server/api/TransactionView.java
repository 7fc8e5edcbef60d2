package dev.payonce.server.api;

import dev.payonce.HeldReason;
import dev.payonce.jdbc.PayTransaction;
import dev.payonce.jdbc.TransactionState;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A payment as JSON (design 8). */
@Schema(name = "Transaction")
record TransactionView(
        String channel,
        String transactionId,
        @Nullable String orderNo,
        @Nullable String appliedOrderNo,
        long amount,
        String currency,
        TransactionState state,
        @Nullable HeldReason heldReason,
        int evaluations,
        @Nullable Instant platformPaidAt,
        Instant receivedAt,
        @Nullable Instant appliedAt) {

    static TransactionView of(PayTransaction row) {
        return new TransactionView(
                row.channel(),
                row.transactionId(),
                row.orderNo(),
                row.appliedOrderNo(),
                row.money().amount(),
                row.money().currency(),
                row.state(),
                row.heldReason(),
                row.evaluations(),
                row.platformPaidAt(),
                row.receivedAt(),
                row.appliedAt());
    }
}
