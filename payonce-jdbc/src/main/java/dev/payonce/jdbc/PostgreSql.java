package dev.payonce.jdbc;

import java.util.Map;
import java.util.Set;

/** PostgreSQL, the reference: the whole posting is one statement. */
final class PostgreSql {

    /**
     * Sent in front of the first statement of each transaction, in the same round trip. Short time-outs that end with the
     * transaction; none of them can cancel a COMMIT, as {@code statement_timeout} would. Plans without sequential scans: a
     * plan that was cached while a table was nearly empty scans it for ever after (facts: 78 calls/s instead of 2,904).
     */
    private static final String PREAMBLE = """
            SELECT set_config('lock_timeout', '1000', true),
                   set_config('idle_in_transaction_session_timeout', :idleMillis, true),
                   set_config('enable_seqscan', 'off', true);
            """;

    private static final String RECORDED = """
            recorded AS (
                INSERT INTO pay_transaction (platform, merchant, transaction_id, channel, order_no, applied_order_no,
                    amount, currency, state, platform_paid_at, received_at, applied_at, body)
                VALUES (:platform, :merchant, :transactionId, :channel, :orderNo, :orderNo,
                    :amount, :currency, 'APPLIED', :paidAt, :receivedAt, :now, :body)
                ON CONFLICT ON CONSTRAINT uk_pay_transaction_id DO NOTHING
                RETURNING id
            ),
            """;

    /**
     * The steps hang on one another by what they return, so they take their locks in the one order of all writers:
     * transaction, order, ledger, accounts sorted.
     */
    private static final String POSTED = """
            paid AS (
                UPDATE payment_order
                SET status = 'PAID', channel = :channel, transaction_id = :transactionId, paid_at = :now, updated_at = :now
                WHERE order_no = :orderNo
                    AND status = 'WAIT_PAY'
                    AND amount = :amount
                    AND currency = :currency
                    AND (expected_channel IS NULL OR expected_channel = :channel)
                    AND %s
                RETURNING order_no, currency, postings
            ),
            entries AS (
                INSERT INTO ledger_entry (biz_no, leg, debit_account, credit_account, asset, amount, order_no, created_at)
                SELECT 'pay:' || paid.order_no,
                    posting.leg - 1,
                    COALESCE(posting.entry ->> 'from',
                        CASE WHEN posting.entry ->> 'asset' = paid.currency THEN 'channel:' || :channel ELSE 'issued' END),
                    posting.entry ->> 'to',
                    posting.entry ->> 'asset',
                    (posting.entry ->> 'amount')::bigint,
                    paid.order_no,
                    :now
                FROM paid CROSS JOIN LATERAL jsonb_array_elements(paid.postings) WITH ORDINALITY AS posting (entry, leg)
                RETURNING debit_account, credit_account, asset, amount
            ),
            balances AS (
                INSERT INTO account_balance (account, asset, balance)
                SELECT moved.account, moved.asset, sum(moved.delta)::bigint
                FROM (SELECT credit_account AS account, asset, amount AS delta FROM entries
                      UNION ALL
                      SELECT debit_account, asset, -amount FROM entries) moved
                WHERE moved.account <> 'issued'
                    AND NOT starts_with(moved.account, 'channel:')
                    AND NOT starts_with(moved.account, 'suspense:')
                GROUP BY moved.account, moved.asset
                ORDER BY moved.account, moved.asset
                ON CONFLICT (account, asset) DO UPDATE SET balance = account_balance.balance + excluded.balance
            ),
            event AS (
                INSERT INTO outbox_event (id, aggregatetype, aggregateid, type, payload, created_at)
                SELECT md5('payment.applied:' || row.id)::uuid, 'payment', paid.order_no, 'payment.applied',
                    jsonb_build_object('transactionId', :transactionId, 'channel', :channel, 'platform', :platform,
                        'merchant', :merchant, 'orderNo', paid.order_no, 'amount', :amount::bigint,
                        'currency', :currency, 'appliedAt', :now::timestamptz),
                    :now
                FROM paid CROSS JOIN (%s) row
            )
            """;

    private static final String CONFIRM = PREAMBLE
            + "WITH " + RECORDED
            + POSTED.formatted("EXISTS (SELECT 1 FROM recorded)", "SELECT id FROM recorded")
            + "SELECT (SELECT id FROM recorded) AS id, (SELECT count(*) FROM paid) AS paid";

    private static final String APPLY =
            "WITH " + POSTED.formatted("true", "SELECT :id::bigint AS id") + "SELECT count(*) AS paid FROM paid";

    static final Dialect DIALECT = new Dialect(
            CONFIRM,
            APPLY,
            Map.of("40001", "serialization", "40P01", "deadlock", "55P03", "lock_timeout"),
            // connection, read-only (a standby), authorisation, roll back, resources, prerequisites, operator, system,
            // configuration file, internal
            Set.of("08", "25006", "28", "40", "53", "55", "57", "58", "F0", "XX"),
            Set.of("40001", "40P01", "25P02"));

    private PostgreSql() {}
}
