package dev.payonce.jdbc;

import dev.payonce.HeldReason;
import dev.payonce.Money;
import dev.payonce.OrderStatus;
import dev.payonce.PaymentNotification;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/** The order's conditional update with everything that hangs on it, and the reason why it did not happen. */
final class PayableOrders {
    private static final String STANDING =
            "SELECT status, amount, currency, expected_channel FROM payment_order WHERE order_no = :orderNo";

    private final NamedParameterJdbcTemplate jdbc;
    private final Dialect dialect;
    private final String idleMillis;

    PayableOrders(NamedParameterJdbcTemplate jdbc, Dialect dialect, Duration idleTimeout) {
        this.jdbc = jdbc;
        this.dialect = dialect;
        this.idleMillis = Long.toString(idleTimeout.toMillis());
    }

    /** {@code id} is absent when another row turned the insert away; {@code paid} says whether the order moved. */
    record Posted(@Nullable Long id, boolean paid) {}

    Posted confirm(PaymentNotification notification, byte @Nullable [] body, Instant now) {
        MapSqlParameterSource values = TransactionRows.notification(notification)
                .addValue("now", TransactionRows.utc(now))
                .addValue("body", body, Types.BINARY)
                .addValue("idleMillis", idleMillis);
        return Objects.requireNonNull(jdbc.execute(dialect.confirm(), values, PayableOrders::readLastResult));
    }

    /** The statement may be preceded by others in the same round trip; the last result is the answer. */
    private static Posted readLastResult(PreparedStatement statement) throws SQLException {
        boolean isResultSet = statement.execute();
        Posted posted = null;
        while (isResultSet || statement.getUpdateCount() != -1) {
            if (isResultSet) {
                try (ResultSet rs = statement.getResultSet()) {
                    posted = readPosted(rs);
                }
            }
            isResultSet = statement.getMoreResults();
        }
        return Objects.requireNonNull(posted, "the posting statement returns one row");
    }

    private static @Nullable Posted readPosted(ResultSet rs) throws SQLException {
        boolean isAnswer = rs.getMetaData().getColumnCount() == 2;
        if (!rs.next() || !isAnswer) {
            return null;
        }
        long id = rs.getLong("id");
        return new Posted(rs.wasNull() ? null : id, rs.getInt("paid") == 1);
    }

    /** Whether the order moved to PAID by this call, with its entries, balances and event. */
    boolean apply(Row row, Instant now) {
        Integer paid = jdbc.queryForObject(dialect.apply(), TransactionRows.facts(row, now), Integer.class);
        return paid != null && paid == 1;
    }

    boolean exists(String orderNo) {
        return !standings(orderNo).isEmpty();
    }

    /** The first reason, in the order of design 4, why this payment cannot be applied now; empty when it can. */
    Optional<HeldReason> whyNotPayable(Row row) {
        String orderNo = row.orderNo();
        List<Standing> standings = orderNo == null ? List.of() : standings(orderNo);
        return standings.isEmpty()
                ? Optional.of(HeldReason.ORDER_UNKNOWN)
                : standings.get(0).whyNotPayable(row);
    }

    private List<Standing> standings(String orderNo) {
        return jdbc.query(
                STANDING,
                new MapSqlParameterSource("orderNo", orderNo),
                (rs, number) -> new Standing(
                        OrderStatus.valueOf(rs.getString("status")),
                        new Money(rs.getLong("amount"), rs.getString("currency")),
                        rs.getString("expected_channel")));
    }

    private record Standing(
            OrderStatus status, Money money, @Nullable String expectedChannel) {
        Optional<HeldReason> whyNotPayable(Row row) {
            return switch (status) {
                case PAID, REFUNDING, REFUNDED, PARTLY_REFUNDED -> Optional.of(HeldReason.EXCESS_PAYMENT);
                case CLOSED -> Optional.of(HeldReason.ORDER_CLOSED);
                case WAIT_PAY -> {
                    if (expectedChannel != null && !expectedChannel.equals(row.channel())) {
                        yield Optional.of(HeldReason.CHANNEL_MISMATCH);
                    }
                    yield money.equals(row.money()) ? Optional.empty() : Optional.of(HeldReason.AMOUNT_MISMATCH);
                }
            };
        }
    }
}
