package dev.payonce.jdbc;

import dev.payonce.AlertType;
import dev.payonce.AppliedPayment;
import dev.payonce.BookException;
import dev.payonce.Confirmation;
import dev.payonce.HeldReason;
import dev.payonce.Outcome;
import dev.payonce.PaymentBook;
import dev.payonce.PaymentNotification;
import dev.payonce.PostingHandler;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

/**
 * The book in a relational database. One transaction for each payment, READ COMMITTED:
 *
 * <ol>
 *   <li>insert the transaction row; no row inserted means that somebody was here, and the answer is what that row says;
 *   <li>move the order from WAIT_PAY to PAID if amount, currency and channel fit, write its ledger entries, balances and
 *       event: on PostgreSQL one statement together with the first step;
 *   <li>the order did not move: read why, and hold the row for that reason with its money in suspense;
 *   <li>handlers, only after the order moved; commit.
 * </ol>
 *
 * A posting that fails for a reason that will not pass is rolled back and recorded as HELD in a second transaction, which
 * only inserts: a row that somebody else committed in between is never demoted. Thread-safe.
 */
public final class JdbcPaymentBook implements PaymentBook {
    private static final Logger log = LoggerFactory.getLogger(JdbcPaymentBook.class);
    private static final int ORDER_TRIES = 3;

    private final BookSettings settings;
    private final Clock clock;
    private final List<PostingHandler> handlers;
    private final Transactions transactions;
    private final TransactionRows rows;
    /** For reading outside a transaction: a warning, as of a standby that did not confirm, is a fault. */
    private final TransactionRows answers;

    private final PayableOrders orders;
    private final String databaseId;

    /** What a book stands on: the database and the transactions that handlers join. */
    public record Store(DataSource dataSource, PlatformTransactionManager transactions) {}

    /**
     * @throws IllegalStateException when the database's default isolation is not READ COMMITTED or its schema is missing
     */
    public JdbcPaymentBook(
            Store store, BookSettings settings, List<PostingHandler> handlers, MeterRegistry registry, Clock clock) {
        this(store, PostgreSql.DIALECT, settings, handlers, registry, clock);
    }

    JdbcPaymentBook(
            Store store,
            Dialect dialect,
            BookSettings settings,
            List<PostingHandler> handlers,
            MeterRegistry registry,
            Clock clock) {
        this.settings = settings;
        this.clock = clock;
        this.handlers = List.copyOf(handlers);
        this.transactions = new Transactions(store, settings.transactionTimeout(), dialect, registry);
        NamedParameterJdbcTemplate jdbc = new NamedParameterJdbcTemplate(store.dataSource());
        this.rows = new TransactionRows(jdbc);
        JdbcTemplate wary = new JdbcTemplate(store.dataSource());
        wary.setIgnoreWarnings(false);
        this.answers = new TransactionRows(new NamedParameterJdbcTemplate(wary));
        this.orders = new PayableOrders(jdbc, dialect, settings.idleTimeout());
        this.databaseId = Startup.check(jdbc);
    }

    @Override
    public String databaseId() {
        return databaseId;
    }

    @Override
    public Confirmation confirm(PaymentNotification notification) {
        Confirmation confirmation;
        try {
            confirmation = transactions.run(() -> post(notification));
        } catch (PostingFailedException e) {
            return recordFailed(notification, e);
        }
        return confirmation.heldReason() == HeldReason.ORDER_UNKNOWN ? lookOnceMore(notification) : confirmation;
    }

    /**
     * The order may have been committed while we were holding its payment, too late for us to see and too early for its
     * creator to see our row. Now each side has committed, so one of the two sees the other.
     */
    private Confirmation lookOnceMore(PaymentNotification notification) {
        String orderNo = notification.orderNo();
        int applied = orderNo != null && reading(() -> orders.exists(orderNo)) ? reevaluate(orderNo) : 0;
        // What was applied may be another payment of the order: this payment's own row answers for it.
        Confirmation now = find(notification).orElseGet(() -> Confirmation.held(HeldReason.ORDER_UNKNOWN));
        return applied > 0 && now.settled() ? Confirmation.POSTED : now;
    }

    private Confirmation post(PaymentNotification notification) {
        Instant now = clock.instant();
        byte[] kept =
                settings.keepBodies() == KeepBodies.ALL ? notification.body().bytes() : null;
        PayableOrders.Posted posted = orders.confirm(notification, kept, now);
        Long id = posted.id();
        if (id == null) {
            return answerByRow(notification, now);
        }
        Row row = Row.fresh(id, notification);
        if (posted.paid()) {
            runHandlers(row);
            return Confirmation.POSTED;
        }
        return applyOrHold(row, bodyOf(notification), now);
    }

    /** Somebody inserted the row before us, and has committed: a new statement sees it. */
    private Confirmation answerByRow(PaymentNotification notification, Instant now) {
        Row row = rows.find(notification.key())
                .orElseThrow(() -> new IllegalStateException("a row that turned our insert away is not to be seen"));
        if (!row.hasContentOf(notification)) {
            rows.countConflict(row.id());
            rows.alert(row, AlertType.CONFLICTING_NOTIFICATION, now);
            return Confirmation.CONFLICT;
        }
        return row.state() == TransactionState.HELD ? evaluate(row.id(), now) : row.answer();
    }

    /** Evaluates a HELD row again, if it still is one: of racing evaluators one takes it. */
    private Confirmation evaluate(long id, Instant now) {
        Optional<Row> taken = rows.take(id);
        if (taken.isEmpty()) {
            return rows.find(id)
                    .map(Row::answer)
                    .orElseThrow(() -> new IllegalStateException("transaction rows are never deleted"));
        }
        return applyOrHold(taken.get(), null, now);
    }

    /**
     * For a row that this transaction has made APPLIED and whose order has not moved yet: moves the order, or turns the row
     * (back) into HELD for the reason that holds now.
     */
    private Confirmation applyOrHold(Row row, byte @Nullable [] body, Instant now) {
        for (int tries = 0; tries < ORDER_TRIES; tries++) {
            Optional<HeldReason> reason = orders.whyNotPayable(row);
            if (reason.isPresent()) {
                hold(row, reason.get(), body, now);
                return Confirmation.held(reason.get());
            }
            if (orders.apply(row, now)) {
                if (row.heldReason() != null) {
                    rows.fromSuspense(row, now);
                }
                rows.settle(row.id(), now, settings.keepBodies() == KeepBodies.ALL);
                runHandlers(row);
                return Confirmation.POSTED;
            }
        }
        throw new BookException("the order keeps changing", new IllegalStateException("order moves under our reads"));
    }

    private void hold(Row row, HeldReason reason, byte @Nullable [] body, Instant now) {
        rows.hold(row.id(), reason, nextEvaluation(row, reason, now), body);
        if (row.heldReason() == null) {
            rows.toSuspense(row, now);
        }
        if (isAlertDue(row, reason, now)) {
            rows.alert(row, reason.alert(), now);
        }
    }

    private boolean isAlertDue(Row row, HeldReason reason, Instant now) {
        if (reason == HeldReason.ORDER_UNKNOWN) {
            return !now.isBefore(row.receivedAt().plus(settings.unknownOrderAfter()));
        }
        return reason != row.heldReason();
    }

    private @Nullable Instant nextEvaluation(Row row, HeldReason reason, Instant now) {
        Instant next = now.plus(settings.pauseAfter(row.evaluations()));
        return switch (reason) {
            case POSTING_FAILED -> next;
            case ORDER_UNKNOWN -> {
                Instant alertAt = row.receivedAt().plus(settings.unknownOrderAfter());
                yield now.isBefore(alertAt) && alertAt.isBefore(next) ? alertAt : next;
            }
            case EXCESS_PAYMENT, ORDER_CLOSED, CHANNEL_MISMATCH, AMOUNT_MISMATCH -> null;
        };
    }

    private void runHandlers(Row row) {
        if (handlers.isEmpty()) {
            return;
        }
        String orderNo = Objects.requireNonNull(row.orderNo(), "a payment without order number is never applied");
        AppliedPayment payment = new AppliedPayment(row.channel(), row.key(), orderNo, row.money());
        handlers.forEach(handler -> handler.post(payment));
        transactions.requireAliveAtCommit();
    }

    /** Inserts only: a row that is there by now is never demoted, and answers for itself. */
    private Confirmation recordFailed(PaymentNotification notification, PostingFailedException failure) {
        return recording(() -> {
            Instant now = clock.instant();
            Optional<Row> there = rows.find(notification.key());
            if (there.isPresent()) {
                Row row = there.get();
                return row.state() == TransactionState.HELD && row.hasContentOf(notification)
                        ? failHeld(row, failure, now)
                        : row.answer(notification);
            }
            Row fresh = Row.fresh(0, notification);
            Instant next = nextEvaluation(fresh, HeldReason.POSTING_FAILED, now);
            Optional<Long> id = rows.insertHeld(notification, HeldReason.POSTING_FAILED, next, bodyOf(notification));
            if (id.isEmpty()) {
                return rows.find(notification.key()).orElseThrow().answer(notification);
            }
            Row row = Row.fresh(id.get(), notification);
            rows.toSuspense(row, now);
            rows.alert(row, AlertType.POSTING_FAILED, now);
            tell(row, failure);
            return Confirmation.held(HeldReason.POSTING_FAILED);
        });
    }

    private Confirmation failHeld(Row row, PostingFailedException failure, Instant now) {
        Instant next = now.plus(settings.pauseAfter(row.evaluations()));
        if (!rows.failHeld(row.id(), HeldReason.POSTING_FAILED, next)) {
            return rows.find(row.id()).orElseThrow().answer();
        }
        if (row.heldReason() == HeldReason.POSTING_FAILED) {
            log.warn("posting still fails id={} fault={}", row.id(), String.valueOf(failure.getCause()));
        } else {
            rows.alert(row, AlertType.POSTING_FAILED, now);
            tell(row, failure);
        }
        return Confirmation.held(HeldReason.POSTING_FAILED);
    }

    /** With its stack trace the first time only: each evaluation of the payment fails in the same way. */
    private static void tell(Row row, PostingFailedException failure) {
        log.error(
                "posting failed, holding the payment channel={} transactionId={} orderNo={}",
                row.channel(),
                row.key().transactionId(),
                row.orderNo(),
                failure);
    }

    private byte @Nullable [] bodyOf(PaymentNotification notification) {
        return settings.keepBodies() == KeepBodies.NONE
                ? null
                : notification.body().bytes();
    }

    @Override
    public Optional<Confirmation> find(PaymentNotification notification) {
        return reading(() -> answers.find(notification.key())).map(row -> row.answer(notification));
    }

    @Override
    public int reevaluate(String orderNo) {
        int applied = 0;
        for (long id : reading(() -> rows.heldOf(orderNo))) {
            applied += reevaluateOne(id).outcome() == Outcome.POSTED ? 1 : 0;
        }
        return applied;
    }

    private Confirmation reevaluateOne(long id) {
        try {
            return transactions.run(() -> evaluate(id, clock.instant()));
        } catch (PostingFailedException e) {
            return recording(() -> failHeld(rows.find(id).orElseThrow(), e, clock.instant()));
        }
    }

    @Override
    public int reevaluateDue(int limit) {
        int evaluated = 0;
        while (evaluated < limit) {
            long[] due = new long[1];
            try {
                boolean found = transactions.run(() -> {
                    Instant now = clock.instant();
                    Optional<Long> next = rows.lockNextDue(now);
                    next.ifPresent(id -> {
                        due[0] = id;
                        Confirmation confirmation = evaluate(id, now);
                        log.debug("evaluated held payment id={} outcome={}", id, confirmation.outcome());
                    });
                    return next.isPresent();
                });
                if (!found) {
                    return evaluated;
                }
            } catch (PostingFailedException e) {
                Confirmation failed = recording(() -> failHeld(rows.find(due[0]).orElseThrow(), e, clock.instant()));
                log.debug("recorded failed posting id={} outcome={}", due[0], failed.outcome());
            }
            evaluated++;
        }
        return evaluated;
    }

    /** A transaction that only records: whatever fails in it, nothing is concluded. */
    private <T> T recording(Supplier<T> work) {
        try {
            return transactions.run(work);
        } catch (PostingFailedException e) {
            throw new BookException("the payment could not be recorded", e);
        }
    }

    private static <T> T reading(Supplier<T> read) {
        try {
            return read.get();
        } catch (DataAccessException e) {
            throw new BookException("the database could not be read", e);
        }
    }
}
