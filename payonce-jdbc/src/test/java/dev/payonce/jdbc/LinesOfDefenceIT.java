package dev.payonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.Confirmation;
import dev.payonce.HeldReason;
import dev.payonce.Money;
import dev.payonce.NewOrder;
import dev.payonce.Notifications;
import dev.payonce.OrderBook;
import dev.payonce.Race;
import dev.payonce.TestClock;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.dao.DataAccessException;

/** Each line of defence alone, and the checker when the last one is gone. */
class LinesOfDefenceIT {
    private static final Dialect WITHOUT_STATE_MACHINE = new Dialect(
            without(PostgreSql.DIALECT.confirm()),
            without(PostgreSql.DIALECT.apply()),
            PostgreSql.DIALECT.retryable(),
            PostgreSql.DIALECT.passing(),
            PostgreSql.DIALECT.rolledBack());

    private final TestClock clock = new TestClock();

    private static String without(String statement) {
        String bypassed = statement.replace("AND status = 'WAIT_PAY'", "");
        assertThat(bypassed).isNotEqualTo(statement);
        return bypassed;
    }

    private PostgresBooks books(Dialect dialect) {
        PostgresBooks books = new PostgresBooks(PostgresServer.port(), dialect, clock, List.of());
        assertThat(books.orders().create(new NewOrder("ORD1", new Money(9900, "CNY"), "user:7", null, List.of())))
                .isEqualTo(OrderBook.Creation.CREATED);
        return books;
    }

    private Confirmation confirm(PostgresBooks books, String transactionId) {
        return books.payments()
                .confirm(Notifications.payment(transactionId, "ORD1").at(clock.instant()));
    }

    @Test
    void withTheConditionalUpdateBypassedTheLedgersKeyStopsTheSecondPayer() throws Exception {
        try (PostgresBooks books = books(WITHOUT_STATE_MACHINE)) {
            List<Confirmation> all = Race.of(16, i -> confirm(books, "T" + i));

            assertThat(Collections.frequency(all, Confirmation.POSTED)).isEqualTo(1);
            assertThat(Collections.frequency(all, Confirmation.held(HeldReason.POSTING_FAILED)))
                    .isEqualTo(15);
            assertThat(books.balances("user:7")).containsEntry("CNY", 9900L);
            assertThat(books.violations()).isEmpty();
        }
    }

    @Test
    void withTheConditionalUpdateBypassedOnePaymentStillPostsOnce() throws Exception {
        try (PostgresBooks books = books(WITHOUT_STATE_MACHINE)) {
            List<Confirmation> all = Race.of(32, i -> confirm(books, "T"));
            assertThat(Collections.frequency(all, Confirmation.POSTED)).isEqualTo(1);
            assertThat(Collections.frequency(all, Confirmation.ALREADY_POSTED)).isEqualTo(31);
            assertThat(books.violations()).isEmpty();
        }
    }

    /** The checker itself can fail: without the state machine and the ledger's key a payment is posted twice. */
    @Test
    void withTheLastUniqueKeyDroppedTheCheckerReportsTheDoubledPosting() {
        try (PostgresBooks books = books(WITHOUT_STATE_MACHINE)) {
            books.spoil();
            books.jdbc().execute("ALTER TABLE ledger_entry DROP CONSTRAINT uk_ledger_entry_biz");

            assertThat(confirm(books, "A")).isEqualTo(Confirmation.POSTED);
            assertThat(confirm(books, "B")).isEqualTo(Confirmation.POSTED);

            assertThat(books.balances("user:7")).containsEntry("CNY", 19800L);
            assertThat(books.violations())
                    .anyMatch(v -> v.contains("a posting has one entry"))
                    .anyMatch(v -> v.contains("at most one APPLIED payment"))
                    .anyMatch(v -> v.contains("exactly its order's pay: entries"));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        DROP INDEX ix_pay_transaction_order; ALTER TABLE pay_transaction DROP CONSTRAINT uk_pay_transaction_id; INSERT INTO pay_transaction (platform, merchant, transaction_id, channel, order_no, amount, currency, state, held_reason, received_at) SELECT platform, merchant, transaction_id, channel, order_no, 0, currency, 'HELD', 'EXCESS_PAYMENT', received_at FROM pay_transaction | a payment has one row
        UPDATE account_balance SET balance = balance + 1                                                                  | a balance equals the sum
        DELETE FROM account_balance                                                                                       | a balance equals the sum
        INSERT INTO account_balance VALUES ('user:8', 'CNY', 1)                                                           | a balance equals the sum
        INSERT INTO ledger_entry (biz_no, leg, debit_account, credit_account, asset, amount, created_at) VALUES ('hold:wx:X', 0, 'channel:wx', 'suspense:wx', 'CNY', 5, now()) | suspense holds what HELD
        INSERT INTO ledger_entry (biz_no, leg, debit_account, credit_account, asset, amount, created_at) VALUES ('pay:NONE', 0, 'channel:wx', 'issued', 'CNY', 5, now()) | belong to an APPLIED payment
        ALTER TABLE ledger_entry DISABLE TRIGGER ALL; DELETE FROM ledger_entry                                            | exactly its order's pay: entries
        ALTER TABLE ledger_entry DISABLE TRIGGER ALL; UPDATE ledger_entry SET amount = 1                                  | leg by leg
        ALTER TABLE ledger_entry DISABLE TRIGGER ALL; UPDATE ledger_entry SET debit_account = 'channel:other'             | leg by leg
        INSERT INTO ledger_entry (biz_no, leg, debit_account, credit_account, asset, amount, created_at) VALUES ('bonus:1', 0, 'issued', 'user:9', 'POINTS', 5, now()); INSERT INTO account_balance VALUES ('user:9', 'POINTS', 5) | an entry is of an order
        INSERT INTO ledger_entry (biz_no, leg, debit_account, credit_account, asset, amount, created_at) VALUES ('release:wx:X', 0, 'channel:wx', 'channel:wx2', 'CNY', 5, now()) | exactly while it is HELD
        INSERT INTO ledger_entry (biz_no, leg, debit_account, credit_account, asset, amount, created_at) SELECT concat('hold:', channel, ':', transaction_id), 0, concat('channel:', channel), concat('suspense:', channel), currency, amount, now() FROM pay_transaction | exactly while it is HELD
        ALTER TABLE payment_order DISABLE TRIGGER ALL; UPDATE payment_order SET channel = 'other'                         | past WAIT_PAY by payment exactly
        ALTER TABLE payment_order DISABLE TRIGGER ALL; UPDATE payment_order SET status = 'WAIT_PAY'                       | past WAIT_PAY by payment exactly
        UPDATE pay_transaction SET amount = 1                                                                             | past WAIT_PAY by payment exactly
        DELETE FROM pay_transaction                                                                                       | past WAIT_PAY by payment exactly
        DELETE FROM outbox_event                                                                                          | one payment.applied event
        UPDATE outbox_event SET aggregateid = 'OTHER'                                                                     | events belong to an APPLIED
        UPDATE pay_transaction SET state = 'HELD', held_reason = 'AMOUNT_MISMATCH'                                        | one alert for each HELD
        """)
    void checkerReportsWhatWasTamperedWith(String tampering, String invariant) {
        try (PostgresBooks books = books(PostgreSql.DIALECT)) {
            assertThat(confirm(books, "A")).isEqualTo(Confirmation.POSTED);
            assertThat(books.violations()).isEmpty();
            books.spoil();
            books.jdbc().execute(tampering);
            assertThat(books.violations()).anyMatch(violation -> violation.contains(invariant));
        }
    }

    /** Amounts that cancel each other out leave every sum as it was. */
    @Test
    void checkerNamesTheHeldRowWhoseMoneyIsNotWhatWasHeld() {
        try (PostgresBooks books = books(PostgreSql.DIALECT)) {
            for (String transaction : List.of("A", "B", "C")) {
                assertThat(confirm(books, transaction)).isNotNull();
            }
            assertThat(books.violations()).isEmpty();
            books.spoil();
            books.jdbc().execute("UPDATE pay_transaction SET amount = amount + 1 WHERE transaction_id = 'B'");
            books.jdbc().execute("UPDATE pay_transaction SET amount = amount - 1 WHERE transaction_id = 'C'");
            assertThat(books.violations()).hasSize(1).first().asString().contains("exactly while it is HELD", "B", "C");
        }
    }

    @ParameterizedTest
    @CsvSource({
        "WAIT_PAY,REFUNDED",
        "PAID,WAIT_PAY",
        "PAID,CLOSED",
        "CLOSED,WAIT_PAY",
        "REFUNDED,PAID",
        "REFUNDED,REFUNDING"
    })
    void moveThatTheDesignDoesNotListIsImpossible(String from, String to) {
        try (PostgresBooks books = books(PostgreSql.DIALECT)) {
            books.jdbc()
                    .update(
                            "INSERT INTO payment_order (order_no, status, amount, currency, account, postings, created_at,"
                                    + " updated_at) VALUES ('X', ?, 1, 'CNY', 'a', '[]', now(), now())",
                            from);
            assertThatThrownBy(
                            () -> books.jdbc().update("UPDATE payment_order SET status = ? WHERE order_no = 'X'", to))
                    .isInstanceOf(DataAccessException.class)
                    .hasMessageContaining("cannot move");
            books.jdbc().update("DELETE FROM payment_order WHERE order_no = 'X'");
        }
    }

    @Test
    void entriesAreImmutable() {
        try (PostgresBooks books = books(PostgreSql.DIALECT)) {
            assertThat(confirm(books, "A")).isEqualTo(Confirmation.POSTED);
            assertThatThrownBy(() -> books.jdbc().update("UPDATE ledger_entry SET amount = 1"))
                    .isInstanceOf(DataAccessException.class);
            assertThatThrownBy(() -> books.jdbc().update("DELETE FROM ledger_entry"))
                    .isInstanceOf(DataAccessException.class);
        }
    }
}
