package dev.payonce;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An order as it stands in the database.
 *
 * @param order what was asked for
 * @param status where it is now
 * @param paidThrough the channel that paid it
 * @param transactionId the platform's id of the payment that paid it
 * @param paidAt when it was paid
 * @param createdAt when it was created
 */
public record PaymentOrder(
        NewOrder order,
        OrderStatus status,
        @Nullable String paidThrough,
        @Nullable String transactionId,
        @Nullable Instant paidAt,
        Instant createdAt) {}
