package dev.payonce.jdbc;

import com.zaxxer.hikari.HikariDataSource;
import dev.payonce.Books;
import dev.payonce.OrderBook;
import dev.payonce.PaymentBook;
import dev.payonce.PostingHandler;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** Books in a fresh database of the shared PostgreSQL. */
public final class PostgresBooks implements Books {
    private final String database;
    private final HikariDataSource pool;
    private boolean spoiled;
    private final JdbcTemplate jdbc;
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final JdbcPaymentBook.Store store;
    private final JdbcPaymentBook payments;
    private final JdbcOrderBook orders;

    public PostgresBooks(Clock clock, List<PostingHandler> handlers) {
        this(PostgresServer.port(), PostgreSql.DIALECT, clock, handlers);
    }

    /** Books that reach their database through this port: the server's own, or a proxy's. */
    PostgresBooks(int port, Dialect dialect, Clock clock, List<PostingHandler> handlers) {
        this.database = PostgresServer.freshDatabase();
        this.pool = PostgresServer.pool(PostgresServer.url(port, database), 16);
        this.jdbc = new JdbcTemplate(pool);
        this.store = new JdbcPaymentBook.Store(pool, new JdbcTransactionManager(pool));
        this.payments = new JdbcPaymentBook(store, dialect, BookSettings.DEFAULT, handlers, meters, clock);
        this.orders = new JdbcOrderBook(store, payments, Runnable::run, clock);
    }

    public HikariDataSource pool() {
        return pool;
    }

    /** Says that the tables are not as they were, so that nobody else gets this database. */
    void spoil() {
        spoiled = true;
    }

    public SimpleMeterRegistry meters() {
        return meters;
    }

    public JdbcPaymentBook.Store store() {
        return store;
    }

    public String database() {
        return database;
    }

    public JdbcTemplate jdbc() {
        return jdbc;
    }

    @Override
    public PaymentBook payments() {
        return payments;
    }

    @Override
    public OrderBook orders() {
        return orders;
    }

    @Override
    public Map<String, Long> balances(String account) {
        Map<String, Long> balances = new TreeMap<>();
        jdbc.query(
                """
                SELECT asset, sum(CASE WHEN credit_account = ? THEN amount ELSE -amount END) AS balance
                FROM ledger_entry WHERE credit_account = ? OR debit_account = ? GROUP BY asset
                """,
                rs -> {
                    balances.put(rs.getString("asset"), rs.getLong("balance"));
                },
                account,
                account,
                account);
        return balances;
    }

    @Override
    public List<String> alerts() {
        return jdbc.queryForList("""
                SELECT (payload ->> 'alert') || ' ' || (payload ->> 'transactionId')
                FROM outbox_event WHERE aggregatetype = 'alert' ORDER BY seq
                """, String.class);
    }

    @Override
    public long appliedEvents(String orderNo) {
        Long count = jdbc.queryForObject(
                "SELECT count(*) FROM outbox_event WHERE type = 'payment.applied' AND aggregateid = ?",
                Long.class,
                orderNo);
        return count == null ? 0 : count;
    }

    @Override
    public List<String> violations() {
        return new InvariantChecker(pool).check().stream().map(Object::toString).toList();
    }

    @Override
    public void close() {
        pool.close();
        if (spoiled) {
            PostgresServer.drop(database);
        } else {
            PostgresServer.giveBack(database);
        }
    }
}
