package dev.payonce;

import static dev.payonce.Confirmation.ALREADY_POSTED;
import static dev.payonce.Confirmation.CONFLICT;
import static dev.payonce.Confirmation.POSTED;
import static dev.payonce.Confirmation.held;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every {@link PaymentBook} with its {@link OrderBook} does, whatever database it keeps its rows in. */
public abstract class PaymentBookContract {
    protected final TestClock clock = new TestClock();

    /** What the posting handler does; tests replace it. */
    protected volatile PostingHandler handler = payment -> {};

    private final String run = UUID.randomUUID().toString().substring(0, 8);
    protected final String order = "ORD-" + run;
    protected final String tx = "4200-" + run;
    protected final String user = "user:" + run;
    protected Books books;

    protected abstract Books open(Clock clock, List<PostingHandler> handlers) throws Exception;

    @BeforeEach
    void openBooks() throws Exception {
        books = open(clock, List.of(payment -> handler.post(payment)));
    }

    @AfterEach
    void booksBalance() {
        assertThat(books.violations()).isEmpty();
        books.close();
    }

    protected Confirmation confirm(Notifications payment) {
        return books.payments().confirm(payment.at(clock.instant()));
    }

    protected Notifications payment() {
        return Notifications.payment(tx, order);
    }

    protected NewOrder newOrder() {
        return new NewOrder(order, new Money(9900, "CNY"), user, null, List.of());
    }

    protected void createOrder() {
        assertThat(books.orders().create(newOrder())).isEqualTo(OrderBook.Creation.CREATED);
    }

    protected OrderStatus status() {
        return books.orders().find(order).orElseThrow().status();
    }

    @Test
    void paymentOfAWaitingOrderIsPostedOnce() {
        createOrder();

        assertThat(confirm(payment())).isEqualTo(POSTED);
        assertThat(confirm(payment())).isEqualTo(ALREADY_POSTED);

        assertThat(status()).isEqualTo(OrderStatus.PAID);
        assertThat(books.balances(user)).isEqualTo(Map.of("CNY", 9900L));
        assertThat(books.balances("channel:wx").get("CNY")).isEqualTo(-9900L);
        assertThat(books.appliedEvents(order)).isEqualTo(1);
        assertThat(books.alerts()).isEmpty();
        PaymentOrder paid = books.orders().find(order).orElseThrow();
        assertThat(paid.paidThrough()).isEqualTo("wx");
        assertThat(paid.transactionId()).isEqualTo(tx);
        assertThat(paid.paidAt()).isEqualTo(clock.instant());
    }

    @Test
    void balancePointsAndCouponsArePostedByOneMechanism() {
        List<Posting> postings = List.of(
                new Posting(user, "CNY", 9000, null),
                new Posting("fees", "CNY", 900, null),
                new Posting(user, "POINTS", 99, null),
                new Posting(user, "COUPON/SPRING10", 1, "campaign:spring"));
        assertThat(books.orders().create(new NewOrder(order, new Money(9900, "CNY"), user, null, postings)))
                .isEqualTo(OrderBook.Creation.CREATED);

        assertThat(confirm(payment())).isEqualTo(POSTED);

        assertThat(books.balances(user)).isEqualTo(Map.of("CNY", 9000L, "POINTS", 99L, "COUPON/SPRING10", 1L));
        assertThat(books.balances("fees")).isEqualTo(Map.of("CNY", 900L));
        assertThat(books.balances("campaign:spring")).isEqualTo(Map.of("COUPON/SPRING10", -1L));
        assertThat(books.balances("issued").get("POINTS")).isEqualTo(-99L);
    }

    @Test
    void findTellsTheRowAndWritesNothing() {
        createOrder();
        assertThat(books.payments().find(payment().at(clock.instant()))).isEmpty();
        assertThat(confirm(payment())).isEqualTo(POSTED);
        assertThat(books.payments().find(payment().at(clock.instant()))).contains(ALREADY_POSTED);
        assertThat(books.payments().find(payment().of(1, "CNY").at(clock.instant())))
                .contains(CONFLICT);
        assertThat(books.alerts()).isEmpty();
    }

    @Test
    void sameIdWithOtherContentIsAConflictAndAlertsOnce() {
        createOrder();
        assertThat(confirm(payment())).isEqualTo(POSTED);

        assertThat(confirm(payment().of(9901, "CNY"))).isEqualTo(CONFLICT);
        assertThat(confirm(payment().of(9900, "USD"))).isEqualTo(CONFLICT);
        assertThat(confirm(payment().forOrder("OTHER-" + run))).isEqualTo(CONFLICT);

        assertThat(books.alerts()).containsExactly("CONFLICTING_NOTIFICATION " + tx);
        assertThat(books.balances(user)).isEqualTo(Map.of("CNY", 9900L));
    }

    @Test
    void paymentsOfOtherMerchantsPlatformsAndCaseAreOtherPayments() {
        createOrder();
        Notifications lower = new Notifications("wx", "1900000109", "abc" + tx, order, 9900, "CNY");
        Notifications upper = new Notifications("wx", "1900000109", "ABC" + tx, order, 9900, "CNY");
        Notifications other = new Notifications("wx2", "1900000110", "abc" + tx, order, 9900, "CNY");

        assertThat(confirm(lower)).isEqualTo(POSTED);
        assertThat(confirm(upper)).isEqualTo(held(HeldReason.EXCESS_PAYMENT));
        assertThat(confirm(other)).isEqualTo(held(HeldReason.EXCESS_PAYMENT));
    }

    @Test
    void theSamePaymentThroughTwoChannelsOfOneMerchantIsOnePayment() {
        createOrder();
        assertThat(confirm(payment())).isEqualTo(POSTED);
        assertThat(confirm(payment().through("wx-v2"))).isEqualTo(ALREADY_POSTED);
    }

    /** Case DBC-02: the second payer is recorded, answered and alerted; the order is not touched. */
    @Test
    void dbc02SecondPaymentOfAPaidOrderIsHeldAsExcess() {
        createOrder();
        assertThat(confirm(payment())).isEqualTo(POSTED);
        Notifications second = Notifications.payment("B" + tx, order).through("ali");

        assertThat(confirm(second)).isEqualTo(held(HeldReason.EXCESS_PAYMENT));
        assertThat(confirm(second)).isEqualTo(held(HeldReason.EXCESS_PAYMENT));

        assertThat(books.alerts()).containsExactly("EXCESS_PAYMENT B" + tx);
        assertThat(books.balances("suspense:ali")).isEqualTo(Map.of("CNY", 9900L));
        assertThat(books.balances(user)).isEqualTo(Map.of("CNY", 9900L));
        assertThat(books.orders().find(order).orElseThrow().transactionId()).isEqualTo(tx);
    }

    /** Case BIZ-03, BIZ-07: too little, too much, nothing at all, or another currency never completes an order. */
    @Test
    void biz03Biz07AmountOrCurrencyThatDiffersIsHeld() {
        createOrder();
        long[] amounts = {0, 1, 9899, 9901};
        for (long amount : amounts) {
            Notifications wrong = Notifications.payment(amount + tx, order).of(amount, "CNY");
            assertThat(confirm(wrong)).isEqualTo(held(HeldReason.AMOUNT_MISMATCH));
        }
        assertThat(confirm(Notifications.payment("U" + tx, order).of(9900, "USD")))
                .isEqualTo(held(HeldReason.AMOUNT_MISMATCH));
        assertThat(status()).isEqualTo(OrderStatus.WAIT_PAY);
        assertThat(books.balances(user)).isEmpty();
        assertThat(books.alerts()).hasSize(5).allMatch(alert -> alert.startsWith("AMOUNT_MISMATCH "));

        assertThat(confirm(payment())).isEqualTo(POSTED);
    }

    /** Case ORD-09: closed locally, then paid. */
    @Test
    void ord09PaymentOfAClosedOrderIsHeldAndTheOrderStaysClosed() {
        createOrder();
        assertThat(books.orders().close(order)).contains(new OrderBook.Closing(OrderStatus.CLOSED, true));

        for (int i = 0; i < 3; i++) {
            assertThat(confirm(payment())).isEqualTo(held(HeldReason.ORDER_CLOSED));
        }

        assertThat(status()).isEqualTo(OrderStatus.CLOSED);
        assertThat(books.alerts()).containsExactly("ORDER_CLOSED " + tx);
    }

    /** Case BIZ-01: an order that names its channel is paid by no other. */
    @Test
    void biz01OrderOfAnotherChannelIsNotPaid() {
        assertThat(books.orders().create(new NewOrder(order, new Money(9900, "CNY"), user, "ali", List.of())))
                .isEqualTo(OrderBook.Creation.CREATED);

        assertThat(confirm(payment())).isEqualTo(held(HeldReason.CHANNEL_MISMATCH));
        assertThat(status()).isEqualTo(OrderStatus.WAIT_PAY);
        assertThat(confirm(Notifications.payment("A" + tx, order).through("ali")))
                .isEqualTo(POSTED);
    }

    @Test
    void theFirstReasonInTheDesignsOrderIsTold() {
        assertThat(books.orders().create(new NewOrder(order, new Money(9900, "CNY"), user, "ali", List.of())))
                .isEqualTo(OrderBook.Creation.CREATED);
        assertThat(confirm(payment().of(1, "USD"))).isEqualTo(held(HeldReason.CHANNEL_MISMATCH));
        assertThat(books.orders().close(order)).isPresent();
        assertThat(confirm(payment().of(1, "USD"))).isEqualTo(held(HeldReason.ORDER_CLOSED));
        assertThat(books.alerts()).containsExactly("CHANNEL_MISMATCH " + tx, "ORDER_CLOSED " + tx);
    }

    /** Case ORD-01: the callback came before its order; nothing is dropped and nobody waits for the platform. */
    @Test
    void ord01PaymentBeforeItsOrderIsAppliedWhenTheOrderIsCreated() {
        assertThat(confirm(payment())).isEqualTo(held(HeldReason.ORDER_UNKNOWN));
        assertThat(books.balances("suspense:wx").get("CNY")).isEqualTo(9900L);

        createOrder();

        assertThat(status()).isEqualTo(OrderStatus.PAID);
        assertThat(books.balances("suspense:wx").get("CNY")).isEqualTo(0L);
        assertThat(books.balances(user)).isEqualTo(Map.of("CNY", 9900L));
        assertThat(confirm(payment())).isEqualTo(ALREADY_POSTED);
        assertThat(books.appliedEvents(order)).isEqualTo(1);
        assertThat(books.alerts()).isEmpty();
    }

    /** Case ORD-01, the order never comes: one alert, after a while. */
    @Test
    void ord01UnknownOrderAlertsOnceWhenItHasLasted() {
        assertThat(confirm(payment())).isEqualTo(held(HeldReason.ORDER_UNKNOWN));
        clock.advance(Duration.ofSeconds(40));
        assertThat(books.payments().reevaluateDue(10)).isEqualTo(1);
        assertThat(books.payments().reevaluateDue(10)).isZero();
        assertThat(books.alerts()).isEmpty();

        clock.advance(Duration.ofMinutes(2));
        assertThat(books.payments().reevaluateDue(10)).isEqualTo(1);
        clock.advance(Duration.ofHours(2));
        assertThat(books.payments().reevaluateDue(10)).isEqualTo(1);

        assertThat(books.alerts()).containsExactly("ORDER_UNKNOWN " + tx);
    }

    @Test
    void paymentWithoutOrderNumberIsHeld() {
        assertThat(confirm(payment().forOrder(null))).isEqualTo(held(HeldReason.ORDER_UNKNOWN));
        assertThat(confirm(payment().forOrder(null))).isEqualTo(held(HeldReason.ORDER_UNKNOWN));
        assertThat(confirm(payment())).isEqualTo(CONFLICT);
    }

    @Test
    void handlerSeesThePaymentOnceForEachPosting() {
        AtomicInteger calls = new AtomicInteger();
        handler = payment -> {
            assertThat(payment)
                    .isEqualTo(new AppliedPayment(
                            "wx", payment().at(clock.instant()).key(), order, new Money(9900, "CNY")));
            calls.incrementAndGet();
        };
        createOrder();
        assertThat(confirm(payment())).isEqualTo(POSTED);
        assertThat(confirm(payment())).isEqualTo(ALREADY_POSTED);
        assertThat(confirm(Notifications.payment("B" + tx, order))).isEqualTo(held(HeldReason.EXCESS_PAYMENT));
        assertThat(calls).hasValue(1);
    }

    /** Cases IDE-06 and DBC-07: a handler that throws leaves nothing of the posting, and the next delivery posts. */
    @Test
    void ide06FailedPostingIsHeldAndAppliedOnceTheHandlerWorks() {
        createOrder();
        handler = payment -> {
            throw new IllegalStateException("the points service's table is locked by a migration");
        };

        assertThat(confirm(payment())).isEqualTo(held(HeldReason.POSTING_FAILED));
        assertThat(confirm(payment())).isEqualTo(held(HeldReason.POSTING_FAILED));
        assertThat(status()).isEqualTo(OrderStatus.WAIT_PAY);
        assertThat(books.balances(user)).isEmpty();
        assertThat(books.alerts()).containsExactly("POSTING_FAILED " + tx);
        assertThat(books.violations()).isEmpty();

        handler = payment -> {};
        assertThat(confirm(payment())).isEqualTo(POSTED);
        assertThat(books.balances(user)).isEqualTo(Map.of("CNY", 9900L));
        assertThat(books.balances("suspense:wx").get("CNY")).isEqualTo(0L);
    }

    @Test
    void failedPostingIsTakenUpAgainByTheTick() {
        createOrder();
        handler = payment -> {
            throw new IllegalStateException("not yet");
        };
        assertThat(confirm(payment())).isEqualTo(held(HeldReason.POSTING_FAILED));
        clock.advance(Duration.ofMinutes(1));
        assertThat(books.payments().reevaluateDue(10)).isEqualTo(1);
        handler = payment -> {};
        clock.advance(Duration.ofHours(2));
        assertThat(books.payments().reevaluateDue(10)).isEqualTo(1);
        assertThat(status()).isEqualTo(OrderStatus.PAID);
        assertThat(books.alerts()).containsExactly("POSTING_FAILED " + tx);
    }

    @Test
    void balanceThatOverflowsIsAFailedPosting() {
        assertThat(books.orders()
                        .create(new NewOrder("A" + order, new Money(Long.MAX_VALUE, "CNY"), user, null, List.of())))
                .isEqualTo(OrderBook.Creation.CREATED);
        assertThat(confirm(Notifications.payment("A" + tx, "A" + order).of(Long.MAX_VALUE, "CNY")))
                .isEqualTo(POSTED);
        createOrder();
        assertThat(confirm(payment())).isEqualTo(held(HeldReason.POSTING_FAILED));
        assertThat(status()).isEqualTo(OrderStatus.WAIT_PAY);
    }

    @Test
    void reasonThatChangesAlertsUnderItsNewName() {
        createOrder();
        assertThat(confirm(payment().of(1, "CNY"))).isEqualTo(held(HeldReason.AMOUNT_MISMATCH));
        assertThat(books.orders().close(order)).isPresent();
        assertThat(confirm(payment().of(1, "CNY"))).isEqualTo(held(HeldReason.ORDER_CLOSED));
        assertThat(books.alerts()).containsExactly("AMOUNT_MISMATCH " + tx, "ORDER_CLOSED " + tx);
    }

    @Test
    void creatingTheSameOrderAgainIsNoError() {
        createOrder();
        assertThat(books.orders().create(newOrder())).isEqualTo(OrderBook.Creation.EXISTS);
        assertThat(books.orders().create(new NewOrder(order, new Money(9901, "CNY"), user, null, List.of())))
                .isEqualTo(OrderBook.Creation.EXISTS_WITH_OTHER_CONTENT);
        assertThat(books.orders().create(new NewOrder(order, new Money(9900, "CNY"), user, "wx", List.of())))
                .isEqualTo(OrderBook.Creation.EXISTS_WITH_OTHER_CONTENT);
        assertThat(confirm(payment())).isEqualTo(POSTED);
        assertThat(books.orders().create(newOrder())).isEqualTo(OrderBook.Creation.EXISTS);
    }

    @Test
    void orderKeepsItsPostings() {
        List<Posting> postings = List.of(
                new Posting(user, "CNY", 9900, "wallet:\"quoted\" \\ 钱包"),
                new Posting(user, "COUPON/SPRING10", 1, null));
        NewOrder asked = new NewOrder(order, new Money(9900, "CNY"), user, "wx", postings);
        assertThat(books.orders().create(asked)).isEqualTo(OrderBook.Creation.CREATED);
        assertThat(books.orders().find(order).orElseThrow().order()).isEqualTo(asked);
        assertThat(books.orders().find("none" + order)).isEmpty();
    }

    @Test
    void orderIsClosedOnceAndOnlyWhileItWaits() {
        assertThat(books.orders().close(order)).isEmpty();
        createOrder();
        assertThat(books.orders().close(order)).contains(new OrderBook.Closing(OrderStatus.CLOSED, true));
        assertThat(books.orders().close(order)).contains(new OrderBook.Closing(OrderStatus.CLOSED, false));
    }

    @Test
    void paidOrderIsNotClosed() {
        createOrder();
        assertThat(confirm(payment())).isEqualTo(POSTED);
        assertThat(books.orders().close(order)).contains(new OrderBook.Closing(OrderStatus.PAID, false));
    }

    /** Case IDE-04: no gate at all, everybody at once. */
    @Test
    void ide04RacingDeliveriesOfOnePaymentPostOnce() throws Exception {
        createOrder();
        List<Confirmation> all = Race.of(64, i -> confirm(payment()));
        assertThat(Collections.frequency(all, POSTED)).isEqualTo(1);
        assertThat(Collections.frequency(all, ALREADY_POSTED)).isEqualTo(63);
        assertThat(books.balances(user)).isEqualTo(Map.of("CNY", 9900L));
    }

    @Test
    void racingPaymentsOfOneOrderPostOnceAndHoldTheRest() throws Exception {
        createOrder();
        List<Confirmation> all = Race.of(32, i -> confirm(Notifications.payment(i + "-" + tx, order)));
        assertThat(Collections.frequency(all, POSTED)).isEqualTo(1);
        assertThat(Collections.frequency(all, held(HeldReason.EXCESS_PAYMENT))).isEqualTo(31);
        assertThat(books.alerts()).hasSize(31);
    }

    @Test
    void racingDeliveriesWithOtherContentAreConflictsOfTheOneThatWon() throws Exception {
        createOrder();
        List<Confirmation> all = Race.of(32, i -> confirm(payment().of(i % 2 == 0 ? 9900 : 100, "CNY")));
        assertThat(all).filteredOn(c -> c.outcome() == Outcome.CONFLICT).hasSize(16);
        assertThat(books.alerts()).contains("CONFLICTING_NOTIFICATION " + tx);
    }

    /** Case ORD-09: the close job and the callback at the same moment. */
    @Test
    void ord09RacingCloseAndPaymentHaveOneWinner() throws Exception {
        for (int round = 0; round < 20; round++) {
            String orderNo = order + "-" + round;
            String transaction = tx + "-" + round;
            assertThat(books.orders().create(new NewOrder(orderNo, new Money(9900, "CNY"), user, null, List.of())))
                    .isEqualTo(OrderBook.Creation.CREATED);
            List<Object> both = Race.of(
                    2,
                    i -> i == 0
                            ? confirm(Notifications.payment(transaction, orderNo))
                            : books.orders().close(orderNo).orElseThrow());
            boolean paid = both.get(0).equals(POSTED);
            assertThat(both.get(1))
                    .isEqualTo(new OrderBook.Closing(paid ? OrderStatus.PAID : OrderStatus.CLOSED, !paid));
            assertThat(both.get(0)).isIn(POSTED, held(HeldReason.ORDER_CLOSED));
        }
    }

    /** Case ORD-01: the order is committed at the very moment of the callback; it is paid without another delivery. */
    @Test
    void ord01RacingOrderCreationAndPaymentEndPaid() throws Exception {
        for (int round = 0; round < 30; round++) {
            String orderNo = order + "-" + round;
            String transaction = tx + "-" + round;
            NewOrder fresh = new NewOrder(orderNo, new Money(9900, "CNY"), user, null, List.of());
            List<Object> both = Race.of(
                    2,
                    i -> i == 0
                            ? confirm(Notifications.payment(transaction, orderNo))
                            : books.orders().create(fresh));
            assertThat(both.get(1)).isEqualTo(OrderBook.Creation.CREATED);
            assertThat(books.orders().find(orderNo).orElseThrow().status()).isEqualTo(OrderStatus.PAID);
        }
    }

    /** What is applied when the order appears may be another payment of it: success is told for that one only. */
    @Test
    void racingOrderCreationNeverVouchesForAPaymentThatDoesNotFit() throws Exception {
        for (int round = 0; round < 30; round++) {
            String orderNo = order + "-" + round;
            assertThat(confirm(Notifications.payment(tx + "-" + round, orderNo)))
                    .isEqualTo(held(HeldReason.ORDER_UNKNOWN));
            Notifications tooLittle =
                    Notifications.payment("L" + tx + "-" + round, orderNo).of(100, "CNY");
            NewOrder fresh = new NewOrder(orderNo, new Money(9900, "CNY"), user, null, List.of());
            List<Object> both =
                    Race.of(2, i -> i == 0 ? confirm(tooLittle) : books.orders().create(fresh));
            assertThat(((Confirmation) both.get(0)).outcome()).isEqualTo(Outcome.HELD);
        }
    }

    @Test
    void racingEvaluationsOfAHeldPaymentApplyItOnce() throws Exception {
        assertThat(confirm(payment().of(100, "CNY"))).isEqualTo(held(HeldReason.ORDER_UNKNOWN));
        handler = payment -> {
            throw new IllegalStateException("held until all are here");
        };
        assertThat(books.orders().create(new NewOrder(order, new Money(100, "CNY"), user, null, List.of())))
                .isEqualTo(OrderBook.Creation.CREATED);
        assertThat(status()).isEqualTo(OrderStatus.WAIT_PAY);
        handler = payment -> {};
        clock.advance(Duration.ofHours(3));

        List<Object> all = Race.of(24, i -> switch (i % 3) {
            case 0 -> confirm(payment().of(100, "CNY"));
            case 1 -> books.payments().reevaluate(order);
            default -> books.payments().reevaluateDue(5);
        });

        assertThat(all).isNotEmpty();
        assertThat(status()).isEqualTo(OrderStatus.PAID);
        assertThat(books.balances(user)).isEqualTo(Map.of("CNY", 100L));
        assertThat(books.appliedEvents(order)).isEqualTo(1);
        assertThat(books.payments().find(payment().of(100, "CNY").at(clock.instant())))
                .contains(ALREADY_POSTED);
    }

    @Test
    void racingCreationsOfOneOrderHaveOneCreator() throws Exception {
        List<OrderBook.Creation> all = Race.of(16, i -> books.orders().create(newOrder()));
        assertThat(Collections.frequency(all, OrderBook.Creation.CREATED)).isEqualTo(1);
        assertThat(Collections.frequency(all, OrderBook.Creation.EXISTS)).isEqualTo(15);
    }
}
