package dev.payonce.jdbc;

import dev.payonce.BookException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import javax.sql.DataSource;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.ColumnMapRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.RowCountCallbackHandler;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Checks the invariants of design 12 that the database alone can tell. Reads only. Each check is a query that returns the
 * rows that break it, so it can fail for one reason only: such rows are there.
 *
 * <p>All checks of one run see one snapshot, so it may be run on books that are being written to.
 */
public final class InvariantChecker {
    private static final int MAX_ROWS = 20;
    private static final int FETCH_SIZE = 500;

    private static final Map<String, String> CHECKS = new LinkedHashMap<>();

    static {
        CHECKS.put("2: an APPLIED payment has exactly its order's pay: entries, once", """
                SELECT t.id, t.transaction_id, t.applied_order_no, o.status,
                    jsonb_array_length(o.postings) AS expected, count(e.id) AS found
                FROM pay_transaction t
                LEFT JOIN payment_order o ON o.order_no = t.applied_order_no
                LEFT JOIN ledger_entry e ON e.biz_no = 'pay:' || t.applied_order_no
                WHERE t.state = 'APPLIED'
                GROUP BY t.id, o.order_no
                HAVING o.order_no IS NULL OR count(e.id) <> jsonb_array_length(o.postings)
                """);
        CHECKS.put("2: entries equal their order's postings, leg by leg", """
                SELECT o.order_no, p.leg - 1 AS leg, p.entry, count(e.id) AS found
                FROM payment_order o
                JOIN pay_transaction t ON t.applied_order_no = o.order_no AND t.state = 'APPLIED'
                CROSS JOIN LATERAL jsonb_array_elements(o.postings) WITH ORDINALITY AS p (entry, leg)
                LEFT JOIN ledger_entry e ON e.biz_no = 'pay:' || o.order_no AND e.leg = p.leg - 1
                    AND e.credit_account = p.entry ->> 'to' AND e.asset = p.entry ->> 'asset'
                    AND e.amount = (p.entry ->> 'amount')::bigint
                    AND e.debit_account = COALESCE(p.entry ->> 'from',
                        CASE WHEN p.entry ->> 'asset' = o.currency THEN 'channel:' || t.channel ELSE 'issued' END)
                GROUP BY o.order_no, p.leg, p.entry
                HAVING count(e.id) <> 1
                """);
        CHECKS.put("2: pay: entries belong to an APPLIED payment", """
                SELECT e.biz_no, e.leg, e.amount, e.asset
                FROM ledger_entry e
                WHERE starts_with(e.biz_no, 'pay:')
                    AND NOT EXISTS (SELECT 1 FROM pay_transaction t
                        WHERE t.state = 'APPLIED' AND 'pay:' || t.applied_order_no = e.biz_no)
                """);
        CHECKS.put("2: a payment has one row", """
                SELECT platform, merchant, transaction_id, count(*) AS found
                FROM pay_transaction GROUP BY platform, merchant, transaction_id HAVING count(*) > 1
                """);
        CHECKS.put(
                "2: a posting has one entry",
                "SELECT biz_no, leg, count(*) AS found FROM ledger_entry GROUP BY biz_no, leg HAVING count(*) > 1");
        CHECKS.put("3: a balance equals the sum of its entries", """
                WITH moves AS (
                    SELECT credit_account AS account, asset, amount::numeric AS delta FROM ledger_entry
                    UNION ALL SELECT debit_account, asset, -amount FROM ledger_entry),
                sums AS (
                    SELECT account, asset, sum(delta) AS total FROM moves
                    WHERE account <> 'issued' AND NOT starts_with(account, 'channel:')
                        AND NOT starts_with(account, 'suspense:')
                    GROUP BY account, asset)
                SELECT account, asset, b.balance, s.total
                FROM account_balance b FULL JOIN sums s USING (account, asset)
                WHERE b.balance IS DISTINCT FROM s.total
                """);
        CHECKS.put("3: suspense holds what HELD payments hold", """
                WITH suspended AS (
                    SELECT account, asset, sum(delta) AS total
                    FROM (SELECT credit_account AS account, asset, amount::numeric AS delta FROM ledger_entry
                          UNION ALL SELECT debit_account, asset, -amount FROM ledger_entry) m
                    WHERE starts_with(account, 'suspense:') GROUP BY account, asset),
                held AS (
                    SELECT 'suspense:' || channel AS account, currency AS asset, sum(amount) AS total
                    FROM pay_transaction WHERE state = 'HELD' GROUP BY channel, currency)
                SELECT account, asset, COALESCE(s.total, 0) AS in_suspense, COALESCE(h.total, 0) AS held
                FROM suspended s FULL JOIN held h USING (account, asset)
                WHERE COALESCE(s.total, 0) <> COALESCE(h.total, 0)
                """);
        CHECKS.put("3: a payment's money is in suspense exactly while it is HELD", """
                WITH held AS (
                    SELECT substr(biz_no, 6) AS payment, amount, asset, debit_account, credit_account
                    FROM ledger_entry WHERE starts_with(biz_no, 'hold:')),
                moved_on AS (
                    SELECT substr(biz_no, strpos(biz_no, ':') + 1) AS payment, biz_no, amount, asset, debit_account
                    FROM ledger_entry WHERE starts_with(biz_no, 'release:') OR starts_with(biz_no, 'writeoff:'))
                SELECT t.id, payment, t.state, t.amount, t.currency, h.amount AS held, h.asset AS held_asset,
                    h.credit_account AS held_at, m.biz_no AS moved_on, m.amount AS moved
                FROM (SELECT *, channel || ':' || transaction_id AS payment FROM pay_transaction) t
                FULL JOIN held h USING (payment)
                FULL JOIN moved_on m USING (payment)
                WHERE (h.payment IS NOT NULL AND t.id IS NULL) OR (m.payment IS NOT NULL AND h.payment IS NULL)
                    OR (COALESCE(t.state, '') = 'HELD') <> (h.payment IS NOT NULL AND m.payment IS NULL)
                    OR h.amount <> t.amount OR h.asset <> t.currency
                    OR h.debit_account <> 'channel:' || t.channel OR h.credit_account <> 'suspense:' || t.channel
                    OR m.amount <> h.amount OR m.asset <> h.asset OR m.debit_account <> h.credit_account
                """);
        CHECKS.put("3: an entry is of an order's payment, or of money in suspense or given back", """
                SELECT biz_no, leg, debit_account, credit_account, asset, amount, order_no FROM ledger_entry
                WHERE split_part(biz_no, ':', 1) NOT IN ('pay', 'hold', 'release', 'writeoff', 'refund')
                """);
        CHECKS.put("4: at most one APPLIED payment for each order", """
                SELECT applied_order_no, count(*) AS found FROM pay_transaction
                WHERE state = 'APPLIED' GROUP BY applied_order_no HAVING count(*) > 1
                """);
        CHECKS.put("4: an order is past WAIT_PAY by payment exactly when one of its amount was applied to it", """
                SELECT o.order_no, o.status, o.amount, o.currency, o.channel, o.transaction_id AS paid_by,
                    t.transaction_id AS applied, t.amount AS paid, t.currency AS paid_currency, t.channel AS paid_through
                FROM payment_order o
                LEFT JOIN pay_transaction t ON t.applied_order_no = o.order_no AND t.state = 'APPLIED'
                WHERE (o.status NOT IN ('WAIT_PAY', 'CLOSED')) <> (t.id IS NOT NULL)
                    OR (t.id IS NOT NULL AND (o.transaction_id IS DISTINCT FROM t.transaction_id
                        OR o.channel IS DISTINCT FROM t.channel OR o.amount <> t.amount OR o.currency <> t.currency))
                """);
        CHECKS.put("5: one payment.applied event for each APPLIED payment", """
                SELECT t.id, t.transaction_id, count(e.id) AS found
                FROM pay_transaction t
                LEFT JOIN outbox_event e ON e.type = 'payment.applied'
                    AND e.payload ->> 'transactionId' = t.transaction_id
                    AND e.payload ->> 'merchant' = t.merchant AND e.payload ->> 'platform' = t.platform
                WHERE t.state = 'APPLIED' GROUP BY t.id HAVING count(e.id) <> 1
                """);
        CHECKS.put("5: one alert for each HELD payment and reason", """
                SELECT t.id, t.transaction_id, t.held_reason, count(e.id) AS found
                FROM pay_transaction t
                LEFT JOIN outbox_event e ON e.id = md5('alert:' || t.held_reason || ':' || t.id)::uuid
                WHERE t.state = 'HELD' AND t.held_reason <> 'ORDER_UNKNOWN' GROUP BY t.id HAVING count(e.id) <> 1
                """);
        CHECKS.put("5: events belong to an APPLIED payment", """
                SELECT e.id, e.aggregateid FROM outbox_event e
                WHERE e.type = 'payment.applied'
                    AND NOT EXISTS (SELECT 1 FROM pay_transaction t
                        WHERE t.state = 'APPLIED' AND t.applied_order_no = e.aggregateid)
                """);
    }

    private final JdbcTemplate jdbc;
    private final TransactionTemplate snapshot;

    public InvariantChecker(DataSource dataSource) {
        this.jdbc = new JdbcTemplate(dataSource);
        // PostgreSQL streams inside a transaction only.
        this.jdbc.setFetchSize(FETCH_SIZE);
        this.snapshot = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
        this.snapshot.setReadOnly(true);
        this.snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
    }

    /**
     * A checker of books anywhere, over a session that the database itself keeps from writing.
     *
     * @param url of PostgreSQL; no connection is made before {@link #check}
     */
    public static InvariantChecker of(String url, String user, String password) {
        return new InvariantChecker(ReadOnlySessions.of(url, user, password));
    }

    /** A broken invariant and the first rows that break it. */
    public record Violation(String invariant, List<Map<String, Object>> rows) {}

    /**
     * All broken invariants, each with its first {@value #MAX_ROWS} rows; empty when the books are right.
     *
     * @throws BookException when the books cannot be read: no database there, or none of PayOnce's
     */
    public List<Violation> check() {
        Map<String, List<Map<String, Object>>> rows = new LinkedHashMap<>();
        var unused = check(
                MAX_ROWS,
                (invariant, row) -> rows.computeIfAbsent(invariant, key -> new ArrayList<>())
                        .add(row));
        return rows.entrySet().stream()
                .map(broken -> new Violation(broken.getKey(), broken.getValue()))
                .toList();
    }

    /**
     * Tells each row that breaks an invariant as the database delivers it, in constant memory, and returns how many
     * invariants are broken.
     *
     * @param limit rows for each invariant; 0: all
     * @param violation the invariant and a row
     * @throws BookException when the books cannot be read
     */
    public int check(int limit, BiConsumer<String, Map<String, Object>> violation) {
        try {
            return Objects.requireNonNull(snapshot.execute(status -> violations(limit, violation)));
        } catch (DataAccessException | TransactionException e) {
            throw new BookException("the books cannot be read", e);
        }
    }

    /** How many invariants are checked. */
    public static int size() {
        return CHECKS.size();
    }

    private int violations(int limit, BiConsumer<String, Map<String, Object>> violation) {
        int broken = 0;
        ColumnMapRowMapper columns = new ColumnMapRowMapper();
        for (Map.Entry<String, String> check : CHECKS.entrySet()) {
            RowCountCallbackHandler rows = new RowCountCallbackHandler() {
                @Override
                protected void processRow(ResultSet row, int number) throws SQLException {
                    violation.accept(check.getKey(), columns.mapRow(row, number));
                }
            };
            jdbc.query(check.getValue() + (limit == 0 ? "" : " LIMIT " + limit), rows);
            broken += rows.getRowCount() > 0 ? 1 : 0;
        }
        return broken;
    }
}
