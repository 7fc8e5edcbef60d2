package dev.payonce.jdbc;

import dev.payonce.BookException;
import dev.payonce.HeldReason;
import dev.payonce.Money;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCallbackHandler;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/** The payments of any PayOnce database and what was posted for them. Reads only, and streams. */
public final class RecordedPayments {
    private static final int FETCH_SIZE = 500;

    private static final String COLUMNS = """
            SELECT t.platform, t.channel, t.transaction_id, t.order_no, t.amount, t.currency, t.state, t.held_reason,
                COALESCE(jsonb_array_length(o.postings), 0) AS expected,
                (SELECT count(*) FROM ledger_entry e WHERE e.biz_no = 'pay:' || t.applied_order_no) AS posted
            FROM pay_transaction t LEFT JOIN payment_order o ON o.order_no = t.applied_order_no
            """;

    private static final String BY_ID = COLUMNS + " WHERE t.transaction_id = ANY (?)";
    private static final String BY_TIME = COLUMNS + " WHERE t.received_at >= ? AND t.received_at <= ?";

    private final JdbcTemplate jdbc;
    private final TransactionTemplate reading;

    private RecordedPayments(String url, String user, String password) {
        var sessions = ReadOnlySessions.of(url, user, password);
        this.jdbc = new JdbcTemplate(sessions);
        this.jdbc.setFetchSize(FETCH_SIZE);
        // PostgreSQL streams inside a transaction only.
        this.reading = new TransactionTemplate(new DataSourceTransactionManager(sessions));
        this.reading.setReadOnly(true);
    }

    /** Of a database anywhere; no connection is made yet. */
    public static RecordedPayments of(String url, String user, String password) {
        return new RecordedPayments(url, user, password);
    }

    /**
     * A payment on record.
     *
     * @param expected entries that its order's postings ask for; 0 unless APPLIED
     * @param posted entries that there are
     */
    public record Recorded(
            String platform,
            String channel,
            String transactionId,
            @Nullable String orderNo,
            Money money,
            TransactionState state,
            @Nullable HeldReason heldReason,
            long expected,
            long posted) {}

    /**
     * Those of these ids that are on record, at any platform.
     *
     * @throws BookException when the books cannot be read
     */
    public List<Recorded> find(Collection<String> transactionIds) {
        String[] ids = transactionIds.toArray(String[]::new);
        return read(() -> jdbc.query(BY_ID, (row, number) -> map(row), (Object) ids));
    }

    /**
     * Those whose first delivery came in this time, in no order.
     *
     * @throws BookException when the books cannot be read
     */
    public void forEachReceived(Instant from, Instant to, Consumer<Recorded> consumer) {
        var unused = read(() -> reading.execute(status -> {
            RowCallbackHandler tell = row -> consumer.accept(map(row));
            jdbc.query(BY_TIME, tell, utc(from), utc(to));
            return true;
        }));
    }

    private static <T> T read(Supplier<T> reading) {
        try {
            return reading.get();
        } catch (DataAccessException | TransactionException e) {
            throw new BookException("the books cannot be read", e);
        }
    }

    private static OffsetDateTime utc(Instant at) {
        return at.atOffset(ZoneOffset.UTC);
    }

    private static Recorded map(ResultSet row) throws SQLException {
        String reason = row.getString("held_reason");
        return new Recorded(
                row.getString("platform"),
                row.getString("channel"),
                row.getString("transaction_id"),
                row.getString("order_no"),
                new Money(row.getLong("amount"), row.getString("currency")),
                TransactionState.valueOf(row.getString("state")),
                reason == null ? null : HeldReason.valueOf(reason),
                row.getLong("expected"),
                row.getLong("posted"));
    }
}
