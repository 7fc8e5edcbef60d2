package dev.payonce;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something for an operator. Holds ids and amounts, no payer data.
 *
 * @param id stable over repeats: a sink that sees it again has seen this alert before
 * @param type what happened
 * @param channel the channel that received the notification
 * @param transactionId the platform's id; absent for {@link AlertType#WRONG_RECEIVER}
 * @param orderNo the order number in the notification
 * @param money what was paid; absent for {@link AlertType#WRONG_RECEIVER}
 * @param detail for {@link AlertType#WRONG_RECEIVER} the foreign receiver's id
 * @param raisedAt when it was recorded
 */
public record Alert(
        String id,
        AlertType type,
        String channel,
        @Nullable String transactionId,
        @Nullable String orderNo,
        @Nullable Money money,
        @Nullable String detail,
        Instant raisedAt) {}
