package dev.payonce.jdbc;

import dev.payonce.Accounts;
import dev.payonce.BookException;
import dev.payonce.HeldReason;
import dev.payonce.Money;
import dev.payonce.PaymentOrder;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Reads what the books hold, for people and their programs: orders, payments, ledger entries, balances. It never writes and
 * never locks, and nothing in the path of a notification asks it. Every query finds its rows through an index. Thread-safe.
 *
 * <p>Each method throws {@link BookException} when the database cannot answer.
 */
public final class JdbcRecords {
    private static final int TIMEOUT_SECONDS = 10;

    private static final String TRANSACTION_COLUMNS = """
            id, channel, transaction_id, order_no, applied_order_no, amount, currency, state, held_reason,
            evaluations, platform_paid_at, received_at, applied_at
            """;

    private static final String ENTRY_COLUMNS =
            "id, biz_no, leg, debit_account, credit_account, asset, amount, order_no, created_at";

    static final String TRANSACTIONS = "SELECT " + TRANSACTION_COLUMNS
            + " FROM pay_transaction WHERE id < :before%s ORDER BY id DESC LIMIT :limit";

    /** A payment that an operator applied to this order names another one, and is found by the order's own mention. */
    static final String TRANSACTIONS_OF_ORDER = """
            SELECT %1$s FROM pay_transaction WHERE order_no = :orderNo
            UNION
            SELECT %1$s FROM pay_transaction
            WHERE transaction_id = (SELECT transaction_id FROM payment_order WHERE order_no = :orderNo)
                AND applied_order_no = :orderNo
            ORDER BY id LIMIT :limit
            """.formatted(TRANSACTION_COLUMNS);

    static final String ENTRIES_OF_ORDER =
            "SELECT " + ENTRY_COLUMNS + " FROM ledger_entry WHERE order_no = :orderNo ORDER BY id LIMIT :limit";

    static final String ENTRIES_OF_ACCOUNT = """
            (SELECT %1$s FROM ledger_entry WHERE debit_account = :account AND id < :before ORDER BY id DESC LIMIT :limit)
            UNION
            (SELECT %1$s FROM ledger_entry WHERE credit_account = :account AND id < :before ORDER BY id DESC LIMIT :limit)
            ORDER BY id DESC LIMIT :limit
            """.formatted(ENTRY_COLUMNS);

    static final String BALANCES = "SELECT asset, balance FROM account_balance WHERE account = :account";

    /** Clearing accounts have no balance row. Their sums may pass the range of a bigint, which no single account's can. */
    static final String CLEARING_BALANCES = """
            SELECT asset, sum(delta) AS balance
            FROM (SELECT asset, amount AS delta FROM ledger_entry WHERE credit_account = :account
                  UNION ALL
                  SELECT asset, -amount FROM ledger_entry WHERE debit_account = :account) moved
            GROUP BY asset
            """;

    private final NamedParameterJdbcTemplate jdbc;
    private final TransactionTemplate snapshot;

    public JdbcRecords(JdbcPaymentBook.Store store) {
        JdbcTemplate template = new JdbcTemplate(store.dataSource());
        template.setQueryTimeout(TIMEOUT_SECONDS);
        this.jdbc = new NamedParameterJdbcTemplate(template);
        this.snapshot = new TransactionTemplate(store.transactions());
        snapshot.setReadOnly(true);
        snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
    }

    /** The order with its payments and entries, all of one moment: never PAID without the entries that paid it. */
    public Optional<OrderRecord> order(String orderNo) {
        MapSqlParameterSource values =
                new MapSqlParameterSource("orderNo", orderNo).addValue("limit", OrderRecord.MAX_ROWS);
        return Objects.requireNonNull(reading(() -> snapshot.execute(status -> {
            Optional<PaymentOrder> order = jdbc.query(OrderRows.BY_NUMBER, values, OrderRows::read).stream()
                    .findFirst();
            return order.map(found -> new OrderRecord(
                    found,
                    jdbc.query(TRANSACTIONS_OF_ORDER, values, JdbcRecords::transaction),
                    jdbc.query(ENTRIES_OF_ORDER, values, JdbcRecords::entry)));
        })));
    }

    /** The payments that pass the filter, newest first. */
    public List<PayTransaction> transactions(TransactionFilter filter, Slice slice) {
        MapSqlParameterSource values = values(slice);
        String sql = TRANSACTIONS.formatted(conditions(filter, values));
        return reading(() -> jdbc.query(sql, values, JdbcRecords::transaction));
    }

    static String conditions(TransactionFilter filter, MapSqlParameterSource values) {
        StringBuilder conditions = new StringBuilder();
        if (filter.state() != null) {
            // As a literal, since a partial index cannot be proven useful for a parameter.
            conditions.append(" AND state = '").append(filter.state().name()).append('\'');
        }
        if (filter.channel() != null) {
            conditions.append(" AND channel = :channel");
            values.addValue("channel", filter.channel());
        }
        if (filter.transactionId() != null) {
            conditions.append(" AND transaction_id = :transactionId");
            values.addValue("transactionId", filter.transactionId());
        }
        if (filter.orderNo() != null) {
            conditions.append(" AND order_no = :orderNo");
            values.addValue("orderNo", filter.orderNo());
        }
        return conditions.toString();
    }

    /** The entries that moved something to or from the account, newest first. */
    public List<LedgerEntry> entries(String account, Slice slice) {
        MapSqlParameterSource values = values(slice).addValue("account", account);
        return reading(() -> jdbc.query(ENTRIES_OF_ACCOUNT, values, JdbcRecords::entry));
    }

    /**
     * The account's balance of each asset that it ever held, sorted by asset; empty for an account that never moved. Those
     * of clearing accounts are summed up from their entries, in time that grows with them.
     */
    public Map<String, BigInteger> balances(String account) {
        Map<String, BigInteger> balances = new TreeMap<>();
        String sql = Accounts.isClearing(account) ? CLEARING_BALANCES : BALANCES;
        return reading(() -> {
            jdbc.query(sql, Map.of("account", account), rs -> {
                balances.put(rs.getString("asset"), rs.getBigDecimal("balance").toBigIntegerExact());
            });
            return balances;
        });
    }

    private static MapSqlParameterSource values(Slice slice) {
        return new MapSqlParameterSource("before", slice.before()).addValue("limit", slice.limit());
    }

    private static PayTransaction transaction(ResultSet rs, int number) throws SQLException {
        String reason = rs.getString("held_reason");
        TransactionState state = TransactionState.valueOf(rs.getString("state"));
        return new PayTransaction(
                rs.getLong("id"),
                rs.getString("channel"),
                rs.getString("transaction_id"),
                rs.getString("order_no"),
                rs.getString("applied_order_no"),
                new Money(rs.getLong("amount"), rs.getString("currency")),
                state,
                reason == null || state != TransactionState.HELD ? null : HeldReason.valueOf(reason),
                rs.getInt("evaluations"),
                OrderRows.instant(rs, "platform_paid_at"),
                rs.getObject("received_at", OffsetDateTime.class).toInstant(),
                OrderRows.instant(rs, "applied_at"));
    }

    private static LedgerEntry entry(ResultSet rs, int number) throws SQLException {
        return new LedgerEntry(
                rs.getLong("id"),
                rs.getString("biz_no"),
                rs.getInt("leg"),
                rs.getString("debit_account"),
                rs.getString("credit_account"),
                rs.getString("asset"),
                rs.getLong("amount"),
                rs.getString("order_no"),
                rs.getObject("created_at", OffsetDateTime.class).toInstant());
    }

    private static <T> T reading(Supplier<T> read) {
        try {
            return read.get();
        } catch (DataAccessException | TransactionException e) {
            throw new BookException("the database could not be read", e);
        }
    }
}
