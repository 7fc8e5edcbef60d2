package dev.payonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.tuple;

import dev.payonce.BookException;
import dev.payonce.Confirmation;
import dev.payonce.HeldReason;
import dev.payonce.Money;
import dev.payonce.NewOrder;
import dev.payonce.Notifications;
import dev.payonce.OrderBook;
import dev.payonce.OrderStatus;
import dev.payonce.Posting;
import dev.payonce.Race;
import dev.payonce.TestClock;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

class JdbcRecordsIT {
    private final TestClock clock = new TestClock();
    private final PostgresBooks books = new PostgresBooks(clock, List.of());
    private final JdbcRecords records =
            new JdbcRecords(new JdbcPaymentBook.Store(books.pool(), new JdbcTransactionManager(books.pool())));

    @AfterEach
    void close() {
        books.close();
    }

    @Test
    void tellsAnOrderWithItsPaymentsAndEntries() {
        create("A1", new Posting("user:42", "CNY", 9900, null), new Posting("user:42", "POINTS", 99, null));
        assertThat(pay("T1", "A1")).isEqualTo(Confirmation.POSTED);
        assertThat(pay("T2", "A1")).isEqualTo(Confirmation.held(HeldReason.EXCESS_PAYMENT));

        OrderRecord record = records.order("A1").orElseThrow();

        assertThat(record.order().status()).isEqualTo(OrderStatus.PAID);
        assertThat(record.transactions())
                .extracting(PayTransaction::transactionId, PayTransaction::state, PayTransaction::heldReason)
                .containsExactly(
                        tuple("T1", TransactionState.APPLIED, null),
                        tuple("T2", TransactionState.HELD, HeldReason.EXCESS_PAYMENT));
        PayTransaction first = record.transactions().get(0);
        assertThat(first.appliedOrderNo()).isEqualTo("A1");
        assertThat(first.appliedAt()).isEqualTo(clock.instant());
        assertThat(first.receivedAt()).isEqualTo(clock.instant());
        assertThat(first.platformPaidAt()).isNull();
        assertThat(first.money()).isEqualTo(new Money(9900, "CNY"));
        assertThat(record.entries())
                .extracting(
                        e -> e.bizNo() + "#" + e.leg() + " " + e.from() + ">" + e.to() + " " + e.amount() + e.asset())
                .containsExactly(
                        "pay:A1#0 channel:wx>user:42 9900CNY",
                        "pay:A1#1 issued>user:42 99POINTS",
                        "hold:wx:T2#0 channel:wx>suspense:wx 9900CNY");
        assertThat(record.entries()).allMatch(e -> e.createdAt().equals(clock.instant()));
        assertThat(records.order("a1")).isEmpty();
    }

    /** Without one snapshot for its three queries, some of these orders are seen waiting and posted at once. */
    @Test
    void tellsAllOfAnOrderAsOfOneMoment() throws Exception {
        for (int i = 0; i < 60; i++) {
            String orderNo = "S" + i;
            create(orderNo);
            List<Boolean> consistent = Race.of(4, racer -> {
                if (racer == 0) {
                    return pay("T" + orderNo, orderNo).equals(Confirmation.POSTED);
                }
                OrderRecord record;
                do {
                    record = records.order(orderNo).orElseThrow();
                    boolean paid = record.order().status() == OrderStatus.PAID;
                    if (record.entries().isEmpty() == paid
                            || record.transactions().isEmpty() == paid) {
                        return false;
                    }
                } while (record.entries().isEmpty());
                return true;
            });
            assertThat(consistent).as(orderNo).doesNotContain(false);
        }
    }

    @Test
    void findsAPaymentThatAnOperatorAppliedToAnotherOrder() {
        create("A1");
        assertThat(pay("T1", "A1")).isEqualTo(Confirmation.POSTED);
        assertThat(books.jdbc().update("UPDATE pay_transaction SET order_no = 'misspelt'"))
                .isEqualTo(1);

        assertThat(records.order("A1").orElseThrow().transactions())
                .extracting(PayTransaction::orderNo, PayTransaction::appliedOrderNo)
                .containsExactly(tuple("misspelt", "A1"));
    }

    @Test
    void filtersPaymentsAndReturnsTheNewestFirst() {
        create("A1");
        assertThat(pay("T1", "A1")).isEqualTo(Confirmation.POSTED);
        assertThat(pay("T2", "A1").heldReason()).isEqualTo(HeldReason.EXCESS_PAYMENT);
        Notifications other = Notifications.payment("T3", "A2").through("wx-2");
        assertThat(books.payments().confirm(other.at(clock.instant())).heldReason())
                .isEqualTo(HeldReason.ORDER_UNKNOWN);

        assertThat(ids(TransactionFilter.ALL)).containsExactly("T3", "T2", "T1");
        assertThat(ids(new TransactionFilter(TransactionState.HELD, null, null, null)))
                .containsExactly("T3", "T2");
        assertThat(ids(new TransactionFilter(TransactionState.REFUNDED, null, null, null)))
                .isEmpty();
        assertThat(ids(new TransactionFilter(null, "wx", null, null))).containsExactly("T2", "T1");
        assertThat(ids(new TransactionFilter(null, null, "T2", null))).containsExactly("T2");
        assertThat(ids(new TransactionFilter(null, null, null, "A1"))).containsExactly("T2", "T1");
        assertThat(ids(new TransactionFilter(TransactionState.APPLIED, "wx", "T1", "A1")))
                .containsExactly("T1");
        assertThat(ids(new TransactionFilter(TransactionState.APPLIED, "wx", "T2", "A1")))
                .isEmpty();
    }

    @Test
    void pagesWithoutGapOrRepeatWhilePaymentsArrive() {
        for (int i = 0; i < 7; i++) {
            assertThat(pay("T" + i, "none").heldReason()).isEqualTo(HeldReason.ORDER_UNKNOWN);
        }
        List<String> seen = new ArrayList<>();
        long before = Slice.NEWEST;
        for (int page = 0; page < 4; page++) {
            List<PayTransaction> slice = records.transactions(TransactionFilter.ALL, new Slice(before, 2));
            slice.forEach(row -> seen.add(row.transactionId()));
            before = slice.get(slice.size() - 1).id();
            assertThat(pay("new" + page, "none").heldReason()).isEqualTo(HeldReason.ORDER_UNKNOWN);
        }
        assertThat(seen).containsExactly("T6", "T5", "T4", "T3", "T2", "T1", "T0");
        assertThat(records.transactions(TransactionFilter.ALL, new Slice(before, 2)))
                .isEmpty();
    }

    @Test
    void sumsUpOrdinaryAndClearingAccounts() {
        create("A1", new Posting("user:42", "CNY", 9900, null), new Posting("user:42", "COUPON/SPRING10", 1, null));
        assertThat(pay("T1", "A1")).isEqualTo(Confirmation.POSTED);
        assertThat(pay("T2", "A1").heldReason()).isEqualTo(HeldReason.EXCESS_PAYMENT);

        assertThat(records.balances("user:42"))
                .containsExactly(entry("CNY", BigInteger.valueOf(9900)), entry("COUPON/SPRING10", BigInteger.ONE));
        assertThat(records.balances("channel:wx")).containsExactly(entry("CNY", BigInteger.valueOf(-19800)));
        assertThat(records.balances("suspense:wx")).containsExactly(entry("CNY", BigInteger.valueOf(9900)));
        assertThat(records.balances("issued")).containsExactly(entry("COUPON/SPRING10", BigInteger.valueOf(-1)));
        assertThat(records.balances("nobody")).isEmpty();
        assertThat(records.balances("channel:none")).isEmpty();
    }

    @Test
    void tellsAClearingBalanceBeyondABigint() {
        for (String order : List.of("A1", "A2")) {
            Money money = new Money(Long.MAX_VALUE, "CNY");
            assertThat(books.orders().create(new NewOrder(order, money, "user:" + order, null, List.of())))
                    .isEqualTo(OrderBook.Creation.CREATED);
            Notifications all = Notifications.payment("T" + order, order).of(Long.MAX_VALUE, "CNY");
            assertThat(books.payments().confirm(all.at(clock.instant()))).isEqualTo(Confirmation.POSTED);
        }
        BigInteger twice = BigInteger.valueOf(Long.MAX_VALUE).multiply(BigInteger.TWO);
        assertThat(records.balances("channel:wx")).containsExactly(entry("CNY", twice.negate()));
    }

    @Test
    void listsTheEntriesOfBothSidesOfAnAccountNewestFirst() {
        create("A1", new Posting("shop", "CNY", 9900, null), new Posting("user:1", "POINTS", 9, "shop"));
        create("A2", new Posting("shop", "CNY", 9900, null));
        assertThat(pay("T1", "A1")).isEqualTo(Confirmation.POSTED);
        assertThat(pay("T2", "A2")).isEqualTo(Confirmation.POSTED);

        List<LedgerEntry> first = records.entries("shop", new Slice(Slice.NEWEST, 2));
        assertThat(first)
                .extracting(LedgerEntry::bizNo, LedgerEntry::leg)
                .containsExactly(tuple("pay:A2", 0), tuple("pay:A1", 1));
        assertThat(records.entries("shop", new Slice(first.get(1).id(), 2)))
                .extracting(LedgerEntry::bizNo, LedgerEntry::leg)
                .containsExactly(tuple("pay:A1", 0));
        assertThat(records.entries("nobody", new Slice(Slice.NEWEST, 2))).isEmpty();
    }

    @Test
    void saysThatTheDatabaseCannotAnswer() {
        books.pool().close();
        assertThatThrownBy(() -> records.order("A1")).isInstanceOf(BookException.class);
        assertThatThrownBy(() -> records.balances("user:42")).isInstanceOf(BookException.class);
    }

    /** The planner may scan only where it has no index to use. */
    @ParameterizedTest
    @MethodSource("queries")
    void findsItsRowsThroughAnIndex(String sql, String condition) {
        NamedParameterJdbcTemplate jdbc = new NamedParameterJdbcTemplate(books.jdbc());
        MapSqlParameterSource values = new MapSqlParameterSource(Map.of(
                "before", 1000L, "limit", 10, "orderNo", "A1", "account", "a", "channel", "wx", "transactionId", "T1"));
        String plan = new TransactionTemplate(new JdbcTransactionManager(books.pool())).execute(status -> {
            books.jdbc().execute("SET LOCAL enable_seqscan = off");
            return String.join("\n", jdbc.queryForList("EXPLAIN " + sql, values, String.class));
        });
        assertThat(plan).doesNotContain("Seq Scan").contains(condition);
    }

    static Stream<Arguments> queries() {
        return Stream.of(
                query(new TransactionFilter(TransactionState.HELD, null, null, null), "ix_pay_transaction_"),
                query(
                        new TransactionFilter(TransactionState.REFUNDED, null, null, null),
                        "ix_pay_transaction_not_applied"),
                query(new TransactionFilter(null, "wx", null, null), "ix_pay_transaction_channel"),
                query(new TransactionFilter(null, null, "T1", null), "transaction_id)::text = 'T1'"),
                query(new TransactionFilter(null, null, null, "A1"), "order_no)::text = 'A1'"),
                query(TransactionFilter.ALL, "pay_transaction_pkey"),
                Arguments.of(JdbcRecords.TRANSACTIONS_OF_ORDER, "ix_pay_transaction_order"),
                Arguments.of(JdbcRecords.ENTRIES_OF_ORDER, "ledger_entry"),
                Arguments.of(JdbcRecords.ENTRIES_OF_ACCOUNT, "ix_ledger_entry_debit"),
                Arguments.of(JdbcRecords.BALANCES, "account_balance_pkey"),
                Arguments.of(JdbcRecords.CLEARING_BALANCES, "ix_ledger_entry_credit"));
    }

    private static Arguments query(TransactionFilter filter, String condition) {
        String sql = JdbcRecords.TRANSACTIONS.formatted(JdbcRecords.conditions(filter, new MapSqlParameterSource()));
        return Arguments.of(sql, condition);
    }

    private List<String> ids(TransactionFilter filter) {
        return records.transactions(filter, new Slice(Slice.NEWEST, 50)).stream()
                .map(PayTransaction::transactionId)
                .toList();
    }

    private void create(String orderNo, Posting... postings) {
        NewOrder order = new NewOrder(orderNo, new Money(9900, "CNY"), "user:42", null, List.of(postings));
        assertThat(books.orders().create(order)).isEqualTo(OrderBook.Creation.CREATED);
    }

    private Confirmation pay(String transactionId, String orderNo) {
        return books.payments()
                .confirm(Notifications.payment(transactionId, orderNo).at(clock.instant()));
    }
}
