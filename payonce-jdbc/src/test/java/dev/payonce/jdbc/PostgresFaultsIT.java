package dev.payonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.payonce.BookException;
import dev.payonce.Confirmation;
import dev.payonce.HeldReason;
import dev.payonce.Money;
import dev.payonce.NewOrder;
import dev.payonce.Notifications;
import dev.payonce.OrderBook;
import dev.payonce.OrderStatus;
import dev.payonce.Posting;
import dev.payonce.PostingHandler;
import dev.payonce.Race;
import dev.payonce.TestClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** What a real PostgreSQL does to a posting: locks, deadlocks, dead sessions, failing handlers. */
class PostgresFaultsIT {
    private final TestClock clock = new TestClock();
    private volatile PostingHandler handler = payment -> {};
    private final PostgresBooks books = new PostgresBooks(clock, List.of(payment -> handler.post(payment)));

    @AfterEach
    void booksBalance() {
        assertThat(books.violations()).isEmpty();
        books.close();
    }

    private void create(String orderNo, String account) {
        assertThat(books.orders().create(new NewOrder(orderNo, new Money(9900, "CNY"), account, null, List.of())))
                .isEqualTo(OrderBook.Creation.CREATED);
    }

    private Confirmation confirm(String transactionId, String orderNo) {
        return books.payments()
                .confirm(Notifications.payment(transactionId, orderNo).at(clock.instant()));
    }

    private double retries(String reason) {
        return books.meters()
                .get("payonce.confirm.retries")
                .tag("reason", reason)
                .counter()
                .count();
    }

    /** Case DBC-01: a lock time-out undoes everything, and the repeat posts everything. */
    @Test
    void dbc01LockedOrderIsPostedOnceTheLockIsGone() throws Exception {
        create("ORD1", "user:7");
        try (Connection other = books.pool().getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM payment_order WHERE order_no = 'ORD1' FOR UPDATE");
            CompletableFuture<Confirmation> confirming = CompletableFuture.supplyAsync(() -> confirm("T1", "ORD1"));
            await().atMost(Duration.ofSeconds(20)).until(() -> retries("lock_timeout") >= 1);
            other.rollback();
            assertThat(confirming.get(20, TimeUnit.SECONDS)).isEqualTo(Confirmation.POSTED);
        }
    }

    @Test
    void orderThatStaysLockedIsAFaultAndNotAHeldPayment() throws Exception {
        create("ORD1", "user:7");
        try (Connection other = books.pool().getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("SELECT 1 FROM payment_order WHERE order_no = 'ORD1' FOR UPDATE");
            assertThatThrownBy(() -> confirm("T1", "ORD1")).isInstanceOf(BookException.class);
            other.rollback();
        }
        assertThat(confirm("T1", "ORD1")).isEqualTo(Confirmation.POSTED);
    }

    /** Case DBC-04's kind: the victim of a deadlock is repeated as a whole. */
    @Test
    void dbc04DeadlockedPostingsAreBothPosted() throws Exception {
        books.spoil();
        books.jdbc().execute("CREATE TABLE stock (id int PRIMARY KEY, sold int NOT NULL)");
        books.jdbc().execute("INSERT INTO stock VALUES (1, 0), (2, 0)");
        create("ORD1", "user:7");
        create("ORD2", "user:8");
        CyclicBarrier bothHoldOne = new CyclicBarrier(2);
        AtomicInteger attempts = new AtomicInteger();
        handler = payment -> {
            boolean first = payment.orderNo().equals("ORD1");
            sell(first ? 1 : 2);
            if (attempts.incrementAndGet() <= 2) {
                meet(bothHoldOne);
            }
            sell(first ? 2 : 1);
        };

        List<Confirmation> both = Race.of(2, i -> confirm("T" + i, "ORD" + (i + 1)));

        assertThat(both).containsOnly(Confirmation.POSTED);
        // Both time-outs are one second: either may notice the deadlock first.
        assertThat(retries("deadlock") + retries("lock_timeout")).isGreaterThanOrEqualTo(1);
        assertThat(books.jdbc().queryForObject("SELECT sum(sold) FROM stock", Integer.class))
                .isEqualTo(4);
    }

    private void sell(int id) {
        assertThat(books.jdbc().update("UPDATE stock SET sold = sold + 1 WHERE id = ?", id))
                .isEqualTo(1);
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(10, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    /** Accounts are locked in sorted order, whatever the order of the postings. */
    @Test
    void postingsThatShareAccountsInOppositeOrderDoNotDeadlock() throws Exception {
        for (int i = 0; i < 40; i++) {
            List<Posting> postings = i % 2 == 0
                    ? List.of(new Posting("a", "CNY", 5000, null), new Posting("b", "CNY", 4900, null))
                    : List.of(new Posting("b", "CNY", 4900, null), new Posting("a", "CNY", 5000, null));
            assertThat(books.orders().create(new NewOrder("O" + i, new Money(9900, "CNY"), "a", null, postings)))
                    .isEqualTo(OrderBook.Creation.CREATED);
        }
        List<Confirmation> all = Race.of(40, i -> confirm("T" + i, "O" + i));
        assertThat(all).containsOnly(Confirmation.POSTED);
        assertThat(retries("deadlock")).isZero();
        assertThat(books.balances("a")).isEqualTo(Map.of("CNY", 200000L));
    }

    /** Case DBC-07: the session dies between two statements; all or nothing, and the next delivery posts. */
    @Test
    void dbc07KilledSessionLeavesNothing() {
        create("ORD1", "user:7");
        AtomicBoolean killed = new AtomicBoolean();
        handler = payment -> {
            if (killed.compareAndSet(false, true)) {
                books.jdbc().queryForList("SELECT pg_terminate_backend(pg_backend_pid())");
            }
        };
        assertThatThrownBy(() -> confirm("T1", "ORD1")).isInstanceOf(BookException.class);
        assertThat(books.orders().find("ORD1").orElseThrow().status()).isEqualTo(OrderStatus.WAIT_PAY);
        assertThat(confirm("T1", "ORD1")).isEqualTo(Confirmation.POSTED);
    }

    @Test
    void handlersSqlCommitsAndRollsBackWithThePosting() {
        books.spoil();
        books.jdbc().execute("CREATE TABLE shipped (order_no text PRIMARY KEY)");
        create("ORD1", "user:7");
        create("ORD2", "user:7");
        handler = payment -> {
            assertThat(books.jdbc().update("INSERT INTO shipped VALUES (?)", payment.orderNo()))
                    .isEqualTo(1);
            if (payment.orderNo().equals("ORD2")) {
                throw new IllegalStateException("no stock");
            }
        };
        assertThat(confirm("T1", "ORD1")).isEqualTo(Confirmation.POSTED);
        assertThat(confirm("T2", "ORD2")).isEqualTo(Confirmation.held(HeldReason.POSTING_FAILED));
        assertThat(books.jdbc().queryForList("SELECT order_no FROM shipped", String.class))
                .containsExactly("ORD1");
    }

    @Test
    void handlerThatMarksTheTransactionForRollBackIsAFailedPosting() {
        create("ORD1", "user:7");
        handler = payment -> new TransactionTemplate(books.store().transactions())
                .executeWithoutResult(status -> status.setRollbackOnly());
        assertThat(confirm("T1", "ORD1")).isEqualTo(Confirmation.held(HeldReason.POSTING_FAILED));
        assertThat(books.orders().find("ORD1").orElseThrow().status()).isEqualTo(OrderStatus.WAIT_PAY);
    }

    /** COMMIT of an aborted transaction answers ROLLBACK: a handler that swallows an SQL error posts nothing. */
    @Test
    void dbc03HandlerThatSwallowsAnSqlErrorIsAFailedPosting() {
        create("ORD1", "user:7");
        handler = payment -> {
            try {
                books.jdbc().execute("SELECT 1 / 0");
            } catch (DataAccessException e) {
                assertThat(e).rootCause().hasMessageContaining("division");
            }
        };
        assertThat(confirm("T1", "ORD1")).isEqualTo(Confirmation.held(HeldReason.POSTING_FAILED));
        assertThat(books.orders().find("ORD1").orElseThrow().status()).isEqualTo(OrderStatus.WAIT_PAY);
    }

    @Test
    void orderCreatedInTheCallersTransactionAppliesEarlyPaymentsAfterItsCommitOnly() {
        assertThat(confirm("T1", "ORD1")).isEqualTo(Confirmation.held(HeldReason.ORDER_UNKNOWN));
        TransactionTemplate callers = new TransactionTemplate(books.store().transactions());

        callers.executeWithoutResult(status -> {
            create("ORD1", "user:7");
            status.setRollbackOnly();
        });
        assertThat(books.orders().find("ORD1")).isEmpty();

        callers.executeWithoutResult(status -> {
            create("ORD1", "user:7");
            assertThat(books.orders().find("ORD1").orElseThrow().status()).isEqualTo(OrderStatus.WAIT_PAY);
        });
        assertThat(books.orders().find("ORD1").orElseThrow().status()).isEqualTo(OrderStatus.PAID);
    }

    @Test
    void otherDefaultIsolationIsRefusedAtTheStart() {
        String url = PostgresServer.url(PostgresServer.port(), books.database())
                + "%20-c%20default_transaction_isolation=serializable";
        try (HikariDataSource pool = PostgresServer.pool(url, 2)) {
            JdbcPaymentBook.Store store = new JdbcPaymentBook.Store(pool, new JdbcTransactionManager(pool));
            assertThatThrownBy(() -> new JdbcPaymentBook(
                            store, BookSettings.DEFAULT, List.of(), new SimpleMeterRegistry(), clock))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("READ COMMITTED");
        }
    }

    /** Design: at most three round trips including commit, whatever the number of postings. */
    @Test
    void confirmTakesTwoRoundTripsWhateverTheNumberOfPostings() throws Exception {
        try (PostgresProxy proxy = new PostgresProxy(PostgresServer.port());
                PostgresBooks near = new PostgresBooks(proxy.port(), PostgreSql.DIALECT, clock, List.of())) {
            for (int legs : new int[] {1, 3, 50}) {
                List<Posting> postings = IntStream.rangeClosed(1, legs)
                        .mapToObj(leg -> new Posting("user:" + leg, "CNY", 10, null))
                        .toList();
                String orderNo = "O" + legs;
                NewOrder order = new NewOrder(orderNo, new Money(10L * legs, "CNY"), "user:1", null, postings);
                assertThat(near.orders().create(order)).isEqualTo(OrderBook.Creation.CREATED);
                int before = proxy.roundTrips();
                assertThat(near.payments()
                                .confirm(Notifications.payment("T" + legs, orderNo)
                                        .of(10L * legs, "CNY")
                                        .at(clock.instant())))
                        .isEqualTo(Confirmation.POSTED);
                assertThat(proxy.roundTrips() - before).isEqualTo(2);
            }
            assertThat(near.violations()).isEmpty();
        }
    }
}
