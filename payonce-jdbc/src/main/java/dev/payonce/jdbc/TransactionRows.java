package dev.payonce.jdbc;

import dev.payonce.Accounts;
import dev.payonce.AlertType;
import dev.payonce.HeldReason;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/** The statements on {@code pay_transaction} and what hangs on it. Each runs in the caller's transaction. */
final class TransactionRows {
    /**
     * Makes the end of the reading transaction wait for the synchronous standby, if there is one, as the end of a writing one
     * does: a row can be seen that the standby has never got, when the wait of its own commit was cancelled or the primary
     * started again. A success told by such a row would be lost in a failover. The message goes to the log behind the row; no
     * table holds it.
     */
    private static final String SAFE_WHEN_COMMITTED = """
            , CASE WHEN current_setting('synchronous_standby_names') <> ''
                THEN pg_logical_emit_message(true, 'payonce', ''::text) END
            """;

    private static final String BY_KEY = "SELECT " + Row.COLUMNS + SAFE_WHEN_COMMITTED
            + " FROM pay_transaction WHERE platform = :platform AND merchant = :merchant AND transaction_id = :transactionId";

    private static final String BY_ID =
            "SELECT " + Row.COLUMNS + SAFE_WHEN_COMMITTED + " FROM pay_transaction WHERE id = :id";

    private static final String HELD_OF_ORDER =
            "SELECT id FROM pay_transaction WHERE order_no = :orderNo AND state = 'HELD' ORDER BY id LIMIT 1000";

    private static final String NEXT_DUE = """
            SELECT id FROM pay_transaction
            WHERE state = 'HELD' AND next_evaluation_at IS NOT NULL AND next_evaluation_at <= :now
            ORDER BY next_evaluation_at
            LIMIT 1
            FOR UPDATE SKIP LOCKED
            """;

    /** Keeps held_reason, so that the caller sees what it was: the state alone decides who evaluates. */
    private static final String TAKE = "UPDATE pay_transaction SET state = 'APPLIED', evaluations = evaluations + 1"
            + " WHERE id = :id AND state = 'HELD' RETURNING " + Row.COLUMNS;

    private static final String SETTLE = """
            UPDATE pay_transaction
            SET applied_order_no = order_no, applied_at = :now, held_reason = NULL, next_evaluation_at = NULL,
                body = CASE WHEN :keepBody THEN body END
            WHERE id = :id AND state = 'APPLIED'
            """;

    private static final String HOLD = """
            UPDATE pay_transaction
            SET state = 'HELD', held_reason = :reason, applied_order_no = NULL, applied_at = NULL,
                next_evaluation_at = :next, body = COALESCE(:body, body)
            WHERE id = :id
            """;

    private static final String INSERT_HELD = """
            INSERT INTO pay_transaction (platform, merchant, transaction_id, channel, order_no, amount, currency, state,
                held_reason, next_evaluation_at, platform_paid_at, received_at, body)
            VALUES (:platform, :merchant, :transactionId, :channel, :orderNo, :amount, :currency, 'HELD',
                :reason, :next, :paidAt, :receivedAt, :body)
            ON CONFLICT ON CONSTRAINT uk_pay_transaction_id DO NOTHING
            RETURNING id
            """;

    private static final String FAIL_HELD = """
            UPDATE pay_transaction SET held_reason = :reason, evaluations = evaluations + 1, next_evaluation_at = :next
            WHERE id = :id AND state = 'HELD'
            """;

    private static final String COUNT_CONFLICT = "UPDATE pay_transaction SET conflicts = conflicts + 1 WHERE id = :id";

    private static final String MOVE_SUSPENSE = """
            INSERT INTO ledger_entry (biz_no, leg, debit_account, credit_account, asset, amount, order_no, created_at)
            VALUES (:bizNo, 0, :from, :to, :asset, :amount, :orderNo, :now)
            """;

    /** The id is made from what must be unique: one alert for each row and reason. */
    private static final String ALERT = """
            INSERT INTO outbox_event (id, aggregatetype, aggregateid, type, payload, created_at)
            VALUES (md5('alert:' || :type || ':' || :id)::uuid, 'alert', :transactionId, 'alert.' || :type,
                jsonb_build_object('alert', :type, 'channel', :channel, 'transactionId', :transactionId,
                    'orderNo', :orderNo, 'amount', :amount::bigint, 'currency', :currency,
                    'raisedAt', :now::timestamptz),
                :now)
            ON CONFLICT (id) DO NOTHING
            """;

    private final NamedParameterJdbcTemplate jdbc;

    TransactionRows(NamedParameterJdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    Optional<Row> find(PaymentKey key) {
        return jdbc.query(BY_KEY, key(key), TransactionRows::row).stream().findFirst();
    }

    Optional<Row> find(long id) {
        return jdbc.query(BY_ID, id(id), TransactionRows::row).stream().findFirst();
    }

    List<Long> heldOf(String orderNo) {
        return jdbc.queryForList(HELD_OF_ORDER, new MapSqlParameterSource("orderNo", orderNo), Long.class);
    }

    /** Locks the next row that is due, skipping those that somebody else has locked. */
    Optional<Long> lockNextDue(Instant now) {
        return jdbc.queryForList(NEXT_DUE, new MapSqlParameterSource("now", utc(now)), Long.class).stream()
                .findFirst();
    }

    /** Takes a HELD row for evaluation; of racing callers one gets it, with the reason that it was held for. */
    Optional<Row> take(long id) {
        return jdbc.query(TAKE, id(id), TransactionRows::row).stream().findFirst();
    }

    void settle(long id, Instant now, boolean keepBody) {
        requireOne(jdbc.update(SETTLE, id(id).addValue("now", utc(now)).addValue("keepBody", keepBody, Types.BOOLEAN)));
    }

    void hold(long id, HeldReason reason, @Nullable Instant next, byte @Nullable [] body) {
        requireOne(jdbc.update(HOLD, held(id(id), reason, next).addValue("body", body, Types.BINARY)));
    }

    /** Records a payment as HELD without having tried to apply it; empty when somebody's row is there. */
    Optional<Long> insertHeld(
            PaymentNotification notification, HeldReason reason, @Nullable Instant next, byte @Nullable [] body) {
        MapSqlParameterSource values =
                held(notification(notification), reason, next).addValue("body", body, Types.BINARY);
        return jdbc.queryForList(INSERT_HELD, values, Long.class).stream().findFirst();
    }

    boolean failHeld(long id, HeldReason reason, Instant next) {
        return jdbc.update(FAIL_HELD, held(id(id), reason, next)) == 1;
    }

    void countConflict(long id) {
        requireOne(jdbc.update(COUNT_CONFLICT, id(id)));
    }

    /** Money that cannot be applied rests in the channel's suspense account. */
    void toSuspense(Row row, Instant now) {
        moveSuspense(row, "hold:", Accounts.CHANNEL, Accounts.SUSPENSE, now);
    }

    void fromSuspense(Row row, Instant now) {
        moveSuspense(row, "release:", Accounts.SUSPENSE, Accounts.CHANNEL, now);
    }

    private void moveSuspense(Row row, String kind, String from, String to, Instant now) {
        MapSqlParameterSource values = facts(row, now)
                .addValue("bizNo", kind + row.channel() + ":" + row.key().transactionId())
                .addValue("from", from + row.channel())
                .addValue("to", to + row.channel())
                .addValue("asset", row.money().currency());
        requireOne(jdbc.update(MOVE_SUSPENSE, values));
    }

    /** Raises an alert, once for each row and type. */
    void alert(Row row, AlertType type, Instant now) {
        int added = jdbc.update(ALERT, facts(row, now).addValue("type", type.name()));
        if (added > 1) {
            throw new IllegalStateException("one alert expected");
        }
    }

    static MapSqlParameterSource notification(PaymentNotification notification) {
        Instant paidAt = notification.paidAt();
        return key(notification.key())
                .addValue("channel", notification.channel())
                .addValue("orderNo", notification.orderNo(), Types.VARCHAR)
                .addValue("amount", notification.money().amount())
                .addValue("currency", notification.money().currency())
                .addValue("paidAt", paidAt == null ? null : utc(paidAt), Types.TIMESTAMP_WITH_TIMEZONE)
                .addValue("receivedAt", utc(notification.receivedAt()));
    }

    static MapSqlParameterSource facts(Row row, Instant now) {
        return key(row.key())
                .addValue("id", row.id())
                .addValue("channel", row.channel())
                .addValue("orderNo", row.orderNo(), Types.VARCHAR)
                .addValue("amount", row.money().amount())
                .addValue("currency", row.money().currency())
                .addValue("now", utc(now));
    }

    static OffsetDateTime utc(Instant instant) {
        return instant.atOffset(ZoneOffset.UTC);
    }

    private static MapSqlParameterSource key(PaymentKey key) {
        return new MapSqlParameterSource("platform", key.platform())
                .addValue("merchant", key.merchant())
                .addValue("transactionId", key.transactionId());
    }

    private static MapSqlParameterSource id(long id) {
        return new MapSqlParameterSource("id", id);
    }

    private static MapSqlParameterSource held(MapSqlParameterSource values, HeldReason reason, @Nullable Instant next) {
        return values.addValue("reason", reason.name())
                .addValue("next", next == null ? null : utc(next), Types.TIMESTAMP_WITH_TIMEZONE);
    }

    private static Row row(ResultSet rs, int number) throws SQLException {
        return Row.read(rs);
    }

    private static void requireOne(int rows) {
        if (rows != 1) {
            throw new IllegalStateException("expected to change one row but changed " + rows);
        }
    }
}
