package dev.payonce.lab.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/**
 * What a plain program would write for one payment with three postings, on one connection: one transaction of separate
 * statements, in the tables that PayOnce has. The statements stay prepared, which is JDBC at its best. Not thread-safe.
 */
final class DirectPosting implements AutoCloseable {
    private static final String[] ASSETS = {"CNY", "COUPON/SPRING10", "POINTS"};
    private static final long[] AMOUNTS = {Messages.AMOUNT, 1, 99};

    private final Connection connection;
    private final List<PreparedStatement> statements = new ArrayList<>();
    private final PreparedStatement transaction;
    private final PreparedStatement order;
    private final PreparedStatement entry;
    private final PreparedStatement balance;
    private final PreparedStatement event;

    DirectPosting(Connection connection) throws SQLException {
        this.connection = connection;
        connection.setAutoCommit(false);
        transaction = prepare("""
                INSERT INTO pay_transaction (platform, merchant, transaction_id, channel, order_no, applied_order_no,
                    amount, currency, state, platform_paid_at, received_at, applied_at)
                VALUES ('wechat', '1900000109', ?, 'wx', ?, ?, ?, 'CNY', 'APPLIED', ?, ?, ?)
                ON CONFLICT ON CONSTRAINT uk_pay_transaction_id DO NOTHING
                """);
        order = prepare("""
                UPDATE payment_order
                SET status = 'PAID', channel = 'wx', transaction_id = ?, paid_at = ?, updated_at = ?
                WHERE order_no = ? AND status = 'WAIT_PAY' AND amount = ? AND currency = 'CNY'
                """);
        entry = prepare("""
                INSERT INTO ledger_entry (biz_no, leg, debit_account, credit_account, asset, amount, order_no, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """);
        balance = prepare("""
                INSERT INTO account_balance (account, asset, balance) VALUES (?, ?, ?)
                ON CONFLICT (account, asset) DO UPDATE SET balance = account_balance.balance + excluded.balance
                """);
        event = prepare("""
                INSERT INTO outbox_event (id, aggregatetype, aggregateid, type, payload, created_at)
                VALUES (md5(?)::uuid, 'payment', ?, 'payment.applied', ?::jsonb, ?)
                """);
    }

    private PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        statements.add(statement);
        return statement;
    }

    /** Posts the payment of the order and commits. */
    void post(String orderNo, String account, OffsetDateTime now) throws SQLException {
        String transactionId = "4200" + orderNo;
        run(transaction, transactionId, orderNo, orderNo, Messages.AMOUNT, now, now, now);
        run(order, transactionId, now, now, orderNo, Messages.AMOUNT);
        for (int leg = 0; leg < ASSETS.length; leg++) {
            String from = leg == 0 ? "channel:wx" : "issued";
            run(entry, "pay:" + orderNo, leg, from, account, ASSETS[leg], AMOUNTS[leg], orderNo, now);
        }
        for (int leg = 0; leg < ASSETS.length; leg++) {
            run(balance, account, ASSETS[leg], AMOUNTS[leg]);
        }
        run(event, "payment.applied:" + transactionId, orderNo, payload(transactionId, orderNo, now), now);
        connection.commit();
    }

    private static String payload(String transactionId, String orderNo, OffsetDateTime now) {
        return "{\"transactionId\":\"" + transactionId + "\",\"channel\":\"wx\",\"platform\":\"wechat\","
                + "\"merchant\":\"1900000109\",\"orderNo\":\"" + orderNo + "\",\"amount\":" + Messages.AMOUNT
                + ",\"currency\":\"CNY\",\"appliedAt\":\"" + now.withOffsetSameInstant(ZoneOffset.UTC) + "\"}";
    }

    /** Each statement concerns one row. */
    private static void run(PreparedStatement statement, Object... values) throws SQLException {
        for (int i = 0; i < values.length; i++) {
            statement.setObject(i + 1, values[i]);
        }
        if (statement.executeUpdate() != 1) {
            throw new IllegalStateException("not a new payment");
        }
    }

    @Override
    public void close() throws SQLException {
        for (PreparedStatement statement : statements) {
            statement.close();
        }
        connection.close();
    }
}
