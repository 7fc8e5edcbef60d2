package dev.payonce.memory;

import dev.payonce.BookException;
import dev.payonce.Books;
import dev.payonce.Confirmation;
import dev.payonce.HeldReason;
import dev.payonce.NewOrder;
import dev.payonce.OrderBook;
import dev.payonce.OrderStatus;
import dev.payonce.Outcome;
import dev.payonce.PaymentBook;
import dev.payonce.PaymentNotification;
import dev.payonce.PaymentOrder;
import dev.payonce.PostingHandler;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Books in memory that pass the same contract as the real ones, for tests of what stands in front of them, and for the
 * simulation, which carries out their statements one by one. The statements, their locks and their order are those of
 * {@code JdbcPaymentBook} on PostgreSQL.
 */
public final class InMemoryBooks implements Books, PaymentBook, OrderBook {
    private final Transaction.Commits commits;
    private final Supplier<? extends Execution> executions;
    private final Units units;
    private final Tables tables;
    private final Evaluation evaluation;
    private final String id;

    public InMemoryBooks(Clock clock, List<PostingHandler> handlers) {
        this(clock, handlers, new Transaction.Commits());
    }

    private InMemoryBooks(Clock clock, List<PostingHandler> handlers, Transaction.Commits commits) {
        this(
                clock,
                handlers,
                Set.of(),
                onThreads(commits),
                commits,
                UUID.randomUUID().toString());
    }

    /** Books whose statements are carried out as the execution of the present call says. */
    public InMemoryBooks(
            Clock clock,
            List<PostingHandler> handlers,
            Set<Defence> missing,
            Supplier<? extends Execution> executions) {
        this(clock, handlers, missing, executions, new Transaction.Commits(), "simulated");
    }

    private InMemoryBooks(
            Clock clock,
            List<PostingHandler> handlers,
            Set<Defence> missing,
            Supplier<? extends Execution> executions,
            Transaction.Commits commits,
            String id) {
        this.commits = commits;
        this.executions = executions;
        this.units = new Units(commits, executions);
        this.tables = new Tables(missing);
        this.evaluation = new Evaluation(tables, clock, handlers, executions);
        this.id = id;
    }

    private static Supplier<Execution> onThreads(Transaction.Commits commits) {
        Execution threads = new ThreadExecution(commits);
        return () -> threads;
    }

    @Override
    public PaymentBook payments() {
        return this;
    }

    @Override
    public OrderBook orders() {
        return this;
    }

    @Override
    public String databaseId() {
        return id;
    }

    private Execution on() {
        return executions.get();
    }

    @Override
    public Confirmation confirm(PaymentNotification payment) {
        Confirmation confirmation;
        try {
            confirmation = units.run(tx -> evaluation.post(tx, payment));
        } catch (PostingFailed e) {
            return units.record(tx -> evaluation.recordFailed(tx, payment));
        }
        return confirmation.heldReason() == HeldReason.ORDER_UNKNOWN ? lookOnceMore(payment) : confirmation;
    }

    private Confirmation lookOnceMore(PaymentNotification payment) {
        String orderNo = payment.orderNo();
        int applied = orderNo != null && find(orderNo).isPresent() ? reevaluate(orderNo) : 0;
        Confirmation now = find(payment).orElseGet(() -> Confirmation.held(HeldReason.ORDER_UNKNOWN));
        return applied > 0 && now.settled() ? Confirmation.POSTED : now;
    }

    @Override
    public Optional<Confirmation> find(PaymentNotification payment) {
        return units.record(tx -> on().statement(tx, "find row", () -> tables.find(tx, payment.key())))
                .map(row -> row.answer(payment));
    }

    @Override
    public int reevaluate(String orderNo) {
        List<Long> held = units.record(tx -> on().statement(
                        tx,
                        "held of order",
                        () -> tables.rows
                                .committed()
                                .filter(row -> row.isHeld()
                                        && orderNo.equals(row.payment().orderNo()))
                                .map(Row::id)
                                .toList()));
        int applied = 0;
        for (long rowId : held) {
            Confirmation confirmation;
            try {
                confirmation = units.run(tx -> evaluation.evaluate(tx, rowId, evaluation.now()));
            } catch (PostingFailed e) {
                confirmation = units.record(tx -> evaluation.failHeld(tx, evaluation.row(tx, rowId), evaluation.now()));
            }
            applied += confirmation.outcome() == Outcome.POSTED ? 1 : 0;
        }
        return applied;
    }

    @Override
    public int reevaluateDue(int limit) {
        for (int evaluated = 0; evaluated < limit; evaluated++) {
            long[] due = new long[1];
            try {
                if (!units.run(tx -> evaluateNextDue(tx, due))) {
                    return evaluated;
                }
            } catch (PostingFailed e) {
                Confirmation unused =
                        units.record(tx -> evaluation.failHeld(tx, evaluation.row(tx, due[0]), evaluation.now()));
            }
        }
        return limit;
    }

    private boolean evaluateNextDue(Transaction tx, long[] due) {
        Instant now = evaluation.now();
        Optional<Row> next = on().statement(
                        tx,
                        "lock next due",
                        () -> Optional.ofNullable(tables.rows.lockFirst(
                                tx, row -> row.isHeld() && !row.nextLook().isAfter(now))));
        next.ifPresent(row -> {
            due[0] = row.id();
            Confirmation unused = evaluation.evaluate(tx, row.id(), now);
        });
        return next.isPresent();
    }

    @Override
    public Creation create(NewOrder order) {
        Instant now = evaluation.now();
        PaymentOrder fresh = new PaymentOrder(order, OrderStatus.WAIT_PAY, null, null, null, now);
        Creation creation = units.record(tx -> {
            if (on().statement(tx, "insert order", () -> tables.orders.insert(tx, order.orderNo(), fresh))) {
                return Creation.CREATED;
            }
            return readOrder(tx, order.orderNo())
                    .filter(there -> there.order().equals(order))
                    .map(there -> Creation.EXISTS)
                    .orElse(Creation.EXISTS_WITH_OTHER_CONTENT);
        });
        if (creation == Creation.CREATED) {
            applyEarlyPayments(order.orderNo());
        }
        return creation;
    }

    /** The order stands whether or not this works out: the tick comes back to what is still held. */
    private void applyEarlyPayments(String orderNo) {
        try {
            int unused = reevaluate(orderNo);
        } catch (BookException e) {
            on().pause(Duration.ZERO);
        }
    }

    private Optional<PaymentOrder> readOrder(Transaction tx, String orderNo) {
        return on().statement(tx, "read order", () -> Optional.ofNullable(tables.orders.read(tx, orderNo)));
    }

    @Override
    public Optional<PaymentOrder> find(String orderNo) {
        return units.record(tx -> readOrder(tx, orderNo));
    }

    @Override
    public Optional<Closing> close(String orderNo) {
        return units.record(tx -> {
            boolean moved = on().statement(
                            tx,
                            "close order",
                            () -> tables.orders.update(
                                    tx,
                                    orderNo,
                                    order -> order.status() == OrderStatus.WAIT_PAY ? closed(order) : null));
            return readOrder(tx, orderNo).map(order -> new Closing(order.status(), moved));
        });
    }

    private static PaymentOrder closed(PaymentOrder order) {
        return new PaymentOrder(order.order(), OrderStatus.CLOSED, null, null, null, order.createdAt());
    }

    @Override
    public Map<String, Long> balances(String account) {
        synchronized (commits) {
            return Map.copyOf(tables.balances(account));
        }
    }

    @Override
    public List<String> alerts() {
        synchronized (commits) {
            return tables.events
                    .committed()
                    .filter(event -> event.startsWith("alert "))
                    .map(event -> event.substring("alert ".length()))
                    .toList();
        }
    }

    @Override
    public long appliedEvents(String orderNo) {
        synchronized (commits) {
            return tables.events
                    .committed()
                    .filter(("payment.applied " + orderNo)::equals)
                    .count();
        }
    }

    @Override
    public List<String> violations() {
        synchronized (commits) {
            return tables.violations();
        }
    }

    /** What an auditor sees: the committed rows, in the order of their insertion. */
    public List<Row> rows() {
        synchronized (commits) {
            return tables.rows.committed().toList();
        }
    }

    /** Why a committed row's payment could not be applied to its order as it is committed now. */
    public Optional<HeldReason> whyNotPayable(Row row) {
        synchronized (commits) {
            String orderNo = row.payment().orderNo();
            return tables.whyNotPayable(orderNo == null ? null : tables.orders.committed(orderNo), row.payment());
        }
    }

    @Override
    public void close() {
        // nothing to give back
    }
}
