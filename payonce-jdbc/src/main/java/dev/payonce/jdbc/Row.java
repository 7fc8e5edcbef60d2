package dev.payonce.jdbc;

import dev.payonce.Confirmation;
import dev.payonce.HeldReason;
import dev.payonce.Money;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A row of {@code pay_transaction} as far as the posting needs it. */
record Row(
        long id,
        PaymentKey key,
        String channel,
        @Nullable String orderNo,
        Money money,
        TransactionState state,
        @Nullable HeldReason heldReason,
        int evaluations,
        Instant receivedAt) {

    static final String COLUMNS = """
            id, platform, merchant, transaction_id, channel, order_no, amount, currency, state, held_reason,
            evaluations, received_at
            """;

    static Row read(ResultSet rs) throws SQLException {
        String reason = rs.getString("held_reason");
        return new Row(
                rs.getLong("id"),
                new PaymentKey(rs.getString("platform"), rs.getString("merchant"), rs.getString("transaction_id")),
                rs.getString("channel"),
                rs.getString("order_no"),
                new Money(rs.getLong("amount"), rs.getString("currency")),
                TransactionState.valueOf(rs.getString("state")),
                reason == null ? null : HeldReason.valueOf(reason),
                rs.getInt("evaluations"),
                rs.getObject("received_at", OffsetDateTime.class).toInstant());
    }

    /** A row that was just inserted for this notification and has not been seen by anybody yet. */
    static Row fresh(long id, PaymentNotification notification) {
        return new Row(
                id,
                notification.key(),
                notification.channel(),
                notification.orderNo(),
                notification.money(),
                TransactionState.APPLIED,
                null,
                0,
                notification.receivedAt());
    }

    boolean hasContentOf(PaymentNotification notification) {
        return Objects.equals(orderNo, notification.orderNo()) && money.equals(notification.money());
    }

    /** What this row says of a notification of its payment. */
    Confirmation answer(PaymentNotification notification) {
        if (!hasContentOf(notification)) {
            return Confirmation.CONFLICT;
        }
        return answer();
    }

    Confirmation answer() {
        return switch (state) {
            case APPLIED, REFUNDED, DISMISSED -> Confirmation.ALREADY_POSTED;
            case HELD -> Confirmation.held(Objects.requireNonNull(heldReason, "a HELD row has a reason"));
        };
    }
}
