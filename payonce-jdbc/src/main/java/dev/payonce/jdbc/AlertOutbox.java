package dev.payonce.jdbc;

import dev.payonce.Alert;
import dev.payonce.AlertSink;
import dev.payonce.AlertType;
import dev.payonce.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Hands the alerts that transactions have recorded to an {@link AlertSink}, at least once each, in the order recorded. Of
 * several callers each takes other alerts. A sink that throws leaves its alert for the next call. Thread-safe.
 */
public final class AlertOutbox {
    private static final String NEXT = """
            SELECT id, payload ->> 'alert' AS alert, payload ->> 'channel' AS channel,
                payload ->> 'transactionId' AS transaction_id, payload ->> 'orderNo' AS order_no,
                (payload ->> 'amount')::bigint AS amount, payload ->> 'currency' AS currency, created_at
            FROM outbox_event
            WHERE aggregatetype = 'alert' AND published_at IS NULL
            ORDER BY seq
            LIMIT 1
            FOR UPDATE SKIP LOCKED
            """;

    private static final String PUBLISHED = "UPDATE outbox_event SET published_at = :now WHERE id = :id";

    private final NamedParameterJdbcTemplate jdbc;
    private final TransactionTemplate template;
    private final Clock clock;

    public AlertOutbox(JdbcPaymentBook.Store store, Clock clock) {
        this.jdbc = new NamedParameterJdbcTemplate(store.dataSource());
        this.template = new TransactionTemplate(store.transactions());
        this.clock = clock;
    }

    /**
     * Delivers up to {@code limit} alerts.
     *
     * @return how many were delivered
     */
    public int deliver(AlertSink sink, int limit) {
        int delivered = 0;
        while (delivered < limit && Boolean.TRUE.equals(template.execute(status -> deliverNext(sink)))) {
            delivered++;
        }
        return delivered;
    }

    /** The row is locked while the sink is called: a process that dies in between leaves it unpublished. */
    private boolean deliverNext(AlertSink sink) {
        List<Alert> next = jdbc.query(NEXT, AlertOutbox::alert);
        if (next.isEmpty()) {
            return false;
        }
        Alert alert = next.get(0);
        sink.raise(alert);
        MapSqlParameterSource values = new MapSqlParameterSource("id", UUID.fromString(alert.id()))
                .addValue("now", TransactionRows.utc(clock.instant()));
        return jdbc.update(PUBLISHED, values) == 1;
    }

    private static Alert alert(ResultSet rs, int number) throws SQLException {
        @Nullable String currency = rs.getString("currency");
        return new Alert(
                rs.getString("id"),
                AlertType.valueOf(rs.getString("alert")),
                rs.getString("channel"),
                rs.getString("transaction_id"),
                rs.getString("order_no"),
                currency == null ? null : new Money(rs.getLong("amount"), currency),
                null,
                rs.getObject("created_at", OffsetDateTime.class).toInstant());
    }
}
