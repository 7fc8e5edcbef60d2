package dev.payonce.lab.schemes;

import dev.payonce.PaymentNotification;
import java.util.List;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * A shop's books as the five schemes keep them: orders, balances, and a ledger that takes every entry. Nothing here guards
 * against a second posting but what a scheme asks for. Thread-safe.
 */
final class Shop {
    /** The tables, empty. */
    static final String TABLES = """
            CREATE TABLE orders (
                order_no varchar(128) PRIMARY KEY, account varchar(128) NOT NULL, amount bigint NOT NULL,
                status varchar(16) NOT NULL);
            CREATE TABLE balances (account varchar(128) PRIMARY KEY, balance bigint NOT NULL);
            CREATE TABLE ledger (
                id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, order_no varchar(128) NOT NULL,
                transaction_id varchar(128) NOT NULL, account varchar(128) NOT NULL, amount bigint NOT NULL);
            """;

    private static final String PAID = "PAID";
    private static final String STATUS = "SELECT status FROM orders WHERE order_no = ?";
    private static final String PAY = "UPDATE orders SET status = 'PAID' WHERE order_no = ?";
    private static final String PAY_IF_WAITING = PAY + " AND status = 'WAIT_PAY'";
    private static final String CREDIT = """
            UPDATE balances SET balance = balance + ?
            WHERE account = (SELECT account FROM orders WHERE order_no = ?)
            """;
    private static final String ENTER = """
            INSERT INTO ledger (order_no, transaction_id, account, amount)
            SELECT order_no, ?, account, ? FROM orders WHERE order_no = ?
            """;

    private final JdbcTemplate jdbc;
    private final TransactionTemplate transactions;

    Shop(DataSource dataSource) {
        this.jdbc = new JdbcTemplate(dataSource);
        this.transactions = new TransactionTemplate(new DataSourceTransactionManager(dataSource));
    }

    /** Runs the work in one transaction, READ COMMITTED: committed on return, rolled back by an exception. */
    boolean inTransaction(Supplier<Boolean> work) {
        return Boolean.TRUE.equals(transactions.execute(status -> work.get()));
    }

    /** Whether the order is paid, as far as this moment's snapshot shows. */
    boolean isPaid(PaymentNotification payment) {
        return PAID.equals(status(payment));
    }

    private @Nullable String status(PaymentNotification payment) {
        List<String> found = jdbc.queryForList(STATUS, String.class, payment.orderNo());
        return found.isEmpty() ? null : found.get(0);
    }

    /** Marks the order as paid, whatever it was. */
    void pay(PaymentNotification payment) {
        requireOne(jdbc.update(PAY, payment.orderNo()), payment);
    }

    /** Marks the order as paid if it waits for its payment; whether this call did it. */
    boolean payIfWaiting(PaymentNotification payment) {
        return jdbc.update(PAY_IF_WAITING, payment.orderNo()) == 1;
    }

    /** The posting itself: an entry in the ledger, and its amount on the account. */
    void credit(PaymentNotification payment) {
        long amount = payment.money().amount();
        requireOne(jdbc.update(ENTER, payment.key().transactionId(), amount, payment.orderNo()), payment);
        requireOne(jdbc.update(CREDIT, amount, payment.orderNo()), payment);
    }

    private static void requireOne(int rows, PaymentNotification payment) {
        if (rows != 1) {
            throw new IllegalStateException("no such order: " + payment.orderNo());
        }
    }
}
