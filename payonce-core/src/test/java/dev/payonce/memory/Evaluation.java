package dev.payonce.memory;

import dev.payonce.AlertType;
import dev.payonce.AppliedPayment;
import dev.payonce.BookException;
import dev.payonce.Confirmation;
import dev.payonce.HeldReason;
import dev.payonce.OrderStatus;
import dev.payonce.PaymentNotification;
import dev.payonce.PaymentOrder;
import dev.payonce.Posting;
import dev.payonce.PostingHandler;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/** What is done in one transaction with one payment: post it, hold it, evaluate it again. */
final class Evaluation {
    private static final int ORDER_TRIES = 3;
    private static final Duration UNKNOWN_AFTER = Duration.ofMinutes(2);
    private static final Duration FIRST_LOOK = Duration.ofSeconds(30);
    private static final Duration LAST_LOOK = Duration.ofHours(1);

    private final Tables tables;
    private final Clock clock;
    private final List<PostingHandler> handlers;
    private final Supplier<? extends Execution> executions;

    Evaluation(Tables tables, Clock clock, List<PostingHandler> handlers, Supplier<? extends Execution> executions) {
        this.tables = tables;
        this.clock = clock;
        this.handlers = List.copyOf(handlers);
        this.executions = executions;
    }

    private Execution on() {
        return executions.get();
    }

    Instant now() {
        return on().once(clock::instant);
    }

    Confirmation post(Transaction tx, PaymentNotification payment) {
        Instant now = now();
        Row fresh = new Row(0, payment, true, null, 0, Instant.MAX);
        Optional<Row> inserted = on().statement(tx, "insert row", () -> tables.insert(tx, fresh));
        if (inserted.isEmpty()) {
            return answerByRow(tx, payment, now);
        }
        Row row = inserted.get();
        if (moveOrder(tx, row, now, true)) {
            runHandlers(row);
            return Confirmation.POSTED;
        }
        return applyOrHold(tx, row, now);
    }

    private Confirmation answerByRow(Transaction tx, PaymentNotification payment, Instant now) {
        Row row = on().statement(tx, "read row", () -> tables.find(tx, payment.key()))
                .orElseThrow(() -> new IllegalStateException("a row that turned our insert away is not to be seen"));
        if (!row.hasContentOf(payment)) {
            Tables.require(on().statement(tx, "count conflict", () -> tables.rows.update(tx, row.id(), r -> r)));
            alert(tx, row, AlertType.CONFLICTING_NOTIFICATION);
            return Confirmation.CONFLICT;
        }
        return row.isHeld() ? evaluate(tx, row.id(), now) : row.answer();
    }

    Confirmation evaluate(Transaction tx, long rowId, Instant now) {
        boolean taken =
                on().statement(tx, "take row", () -> tables.rows.update(tx, rowId, r -> r.isHeld() ? r.taken() : null));
        Row row = row(tx, rowId);
        return taken ? applyOrHold(tx, row, now) : row.answer();
    }

    Row row(Transaction tx, long rowId) {
        return on().once(() -> Objects.requireNonNull(tables.rows.read(tx, rowId), "rows are never deleted"));
    }

    private Confirmation applyOrHold(Transaction tx, Row row, Instant now) {
        for (int tries = 0; tries < ORDER_TRIES; tries++) {
            Optional<HeldReason> reason = on().statement(tx, "read order", () -> whyNotPayable(tx, row));
            if (reason.isPresent()) {
                hold(tx, row, reason.get(), now);
                return Confirmation.held(reason.get());
            }
            if (moveOrder(tx, row, now, false)) {
                if (row.reason() != null) {
                    suspend(tx, row, "release:", "suspense:", "channel:");
                }
                Tables.require(on().statement(tx, "settle row", () -> tables.rows.update(tx, row.id(), Row::settled)));
                runHandlers(row);
                return Confirmation.POSTED;
            }
        }
        throw new BookException("the order keeps changing", new IllegalStateException("order moves under our reads"));
    }

    private Optional<HeldReason> whyNotPayable(Transaction tx, Row row) {
        String orderNo = row.payment().orderNo();
        return tables.whyNotPayable(orderNo == null ? null : tables.orders.read(tx, orderNo), row.payment());
    }

    /** The order's conditional update with its entries, balances and event: one statement, also with the insert before it. */
    private boolean moveOrder(Transaction tx, Row row, Instant now, boolean samestatement) {
        PaymentNotification payment = row.payment();
        String orderNo = payment.orderNo();
        if (orderNo == null) {
            return false;
        }
        Supplier<Boolean> update = () -> tables.orders.update(
                tx, orderNo, order -> tables.isPayable(order, payment) ? paid(order, payment, now) : null);
        boolean moved = samestatement ? on().part(tx, "move order", update) : on().statement(tx, "move order", update);
        if (!moved) {
            return false;
        }
        List<Entry> entries = on().part(tx, "post entries", () -> post(tx, orderNo, payment));
        Map<String, Long> deltas = new TreeMap<>();
        for (Entry entry : entries) {
            add(deltas, entry.to(), entry.asset(), entry.amount());
            add(deltas, entry.from(), entry.asset(), -entry.amount());
        }
        deltas.forEach((key, delta) -> {
            boolean unused = on().part(tx, "add to balance", () -> {
                tables.addToBalance(tx, key, delta);
                return true;
            });
        });
        return on().part(tx, "event", () -> tables.event(tx, "payment.applied " + orderNo));
    }

    private static PaymentOrder paid(PaymentOrder order, PaymentNotification payment, Instant now) {
        return new PaymentOrder(
                order.order(),
                OrderStatus.PAID,
                payment.channel(),
                payment.key().transactionId(),
                now,
                order.createdAt());
    }

    private List<Entry> post(Transaction tx, String orderNo, PaymentNotification payment) {
        PaymentOrder order = Objects.requireNonNull(tables.orders.read(tx, orderNo), "moved, so it is there");
        String currency = payment.money().currency();
        List<Entry> entries = new ArrayList<>();
        for (Posting posting : order.order().postings()) {
            String otherwise = posting.asset().equals(currency) ? "channel:" + payment.channel() : "issued";
            String from = posting.from() == null ? otherwise : posting.from();
            entries.add(
                    new Entry("pay:" + orderNo, entries.size(), from, posting.to(), posting.asset(), posting.amount()));
        }
        entries.forEach(entry -> tables.post(tx, entry));
        return entries;
    }

    private static void add(Map<String, Long> deltas, String account, String asset, long amount) {
        if (!Entry.isClearing(account)) {
            deltas.merge(account + "|" + asset, amount, Math::addExact);
        }
    }

    private void runHandlers(Row row) {
        PaymentNotification payment = row.payment();
        AppliedPayment applied = new AppliedPayment(
                payment.channel(), payment.key(), Objects.requireNonNull(payment.orderNo()), payment.money());
        boolean unused = on().once(() -> {
            handlers.forEach(handler -> handler.post(applied));
            return true;
        });
    }

    private void hold(Transaction tx, Row row, HeldReason reason, Instant now) {
        Instant next = nextLook(row, reason, now);
        Tables.require(on().statement(
                        tx, "hold row", () -> tables.rows.update(tx, row.id(), r -> r.held(reason, next))));
        if (row.reason() == null) {
            suspend(tx, row, "hold:", "channel:", "suspense:");
        }
        boolean due = reason == HeldReason.ORDER_UNKNOWN
                ? !now.isBefore(row.payment().receivedAt().plus(UNKNOWN_AFTER))
                : reason != row.reason();
        if (due) {
            alert(tx, row, reason.alert());
        }
    }

    private static Instant nextLook(Row row, HeldReason reason, Instant now) {
        Duration pause = FIRST_LOOK.multipliedBy(1L << Math.min(row.evaluations(), 10));
        Instant next = now.plus(pause.compareTo(LAST_LOOK) > 0 ? LAST_LOOK : pause);
        Instant alertAt = row.payment().receivedAt().plus(UNKNOWN_AFTER);
        return switch (reason) {
            case POSTING_FAILED -> next;
            case ORDER_UNKNOWN -> now.isBefore(alertAt) && alertAt.isBefore(next) ? alertAt : next;
            case EXCESS_PAYMENT, ORDER_CLOSED, CHANNEL_MISMATCH, AMOUNT_MISMATCH -> Instant.MAX;
        };
    }

    private void suspend(Transaction tx, Row row, String kind, String from, String to) {
        PaymentNotification payment = row.payment();
        Entry entry = new Entry(
                kind + row.suspense(),
                0,
                from + payment.channel(),
                to + payment.channel(),
                payment.money().currency(),
                payment.money().amount());
        boolean unused = on().statement(tx, "move suspense", () -> {
            tables.post(tx, entry);
            return true;
        });
    }

    private void alert(Transaction tx, Row row, AlertType type) {
        String event = "alert " + type + " " + row.payment().key().transactionId();
        boolean unused = on().statement(tx, "alert", () -> tables.event(tx, event));
    }

    /** Inserts only: a row that is there by now is never demoted, and answers for itself. */
    Confirmation recordFailed(Transaction tx, PaymentNotification payment) {
        Instant now = now();
        Optional<Row> there = on().statement(tx, "read row", () -> tables.find(tx, payment.key()));
        if (there.isPresent()) {
            Row row = there.get();
            return row.isHeld() && row.hasContentOf(payment) ? failHeld(tx, row, now) : row.answer(payment);
        }
        HeldReason reason = HeldReason.POSTING_FAILED;
        Row fresh = new Row(0, payment, false, reason, 0, now.plus(FIRST_LOOK));
        Optional<Row> inserted = on().statement(tx, "insert held row", () -> tables.insert(tx, fresh));
        if (inserted.isEmpty()) {
            return on().statement(tx, "read row", () -> tables.find(tx, payment.key()))
                    .orElseThrow()
                    .answer(payment);
        }
        suspend(tx, inserted.get(), "hold:", "channel:", "suspense:");
        alert(tx, inserted.get(), AlertType.POSTING_FAILED);
        return Confirmation.held(reason);
    }

    Confirmation failHeld(Transaction tx, Row row, Instant now) {
        HeldReason reason = HeldReason.POSTING_FAILED;
        boolean held = on().statement(
                        tx,
                        "fail held row",
                        () -> tables.rows.update(
                                tx,
                                row.id(),
                                r -> r.isHeld() ? r.taken().held(reason, nextLook(r, reason, now)) : null));
        if (held && row.reason() != reason) {
            alert(tx, row, AlertType.POSTING_FAILED);
        }
        return row(tx, row.id()).answer();
    }
}
