package dev.payonce;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Books in memory that pass the same contract as the real ones, for tests of what stands in front of them. One lock makes
 * every call a transaction; a copy taken at its start is what a roll-back returns to.
 */
public final class InMemoryBooks implements Books, PaymentBook, OrderBook {
    private static final Duration UNKNOWN_AFTER = Duration.ofMinutes(2);
    private static final Duration FIRST_LOOK = Duration.ofSeconds(30);

    private final Clock clock;
    private final List<PostingHandler> handlers;
    private final String id = UUID.randomUUID().toString();
    private State state =
            new State(new HashMap<>(), new HashMap<>(), new TreeMap<>(), new ArrayList<>(), new ArrayList<>());

    public InMemoryBooks(Clock clock, List<PostingHandler> handlers) {
        this.clock = clock;
        this.handlers = List.copyOf(handlers);
    }

    private record Row(
            PaymentNotification payment,
            boolean applied,
            @Nullable HeldReason reason,
            int evaluations,
            Instant nextLook) {}

    private record State(
            Map<String, PaymentOrder> orders,
            Map<PaymentKey, Row> rows,
            Map<String, Map<String, Long>> balances,
            List<String> alerts,
            List<String> events) {
        State copy() {
            Map<String, Map<String, Long>> copied = new TreeMap<>();
            balances.forEach((account, assets) -> copied.put(account, new TreeMap<>(assets)));
            return new State(
                    new HashMap<>(orders),
                    new HashMap<>(rows),
                    copied,
                    new ArrayList<>(alerts),
                    new ArrayList<>(events));
        }
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

    @Override
    public synchronized Confirmation confirm(PaymentNotification payment) {
        Row row = state.rows.get(payment.key());
        if (row == null) {
            return evaluate(new Row(payment, false, null, 0, clock.instant()), true);
        }
        if (answer(row, payment).equals(Confirmation.CONFLICT)) {
            alert("CONFLICTING_NOTIFICATION", row);
            return Confirmation.CONFLICT;
        }
        return row.applied ? Confirmation.ALREADY_POSTED : evaluate(row, false);
    }

    private static Confirmation answer(Row row, PaymentNotification payment) {
        if (!row.payment.money().equals(payment.money()) || !Objects.equals(row.payment.orderNo(), payment.orderNo())) {
            return Confirmation.CONFLICT;
        }
        return row.applied
                ? Confirmation.ALREADY_POSTED
                : Confirmation.held(Objects.requireNonNull(row.reason, "held for a reason"));
    }

    private Confirmation evaluate(Row row, boolean fresh) {
        HeldReason reason = whyNotPayable(row.payment);
        if (reason == null) {
            State before = state.copy();
            try {
                apply(row, fresh);
                return Confirmation.POSTED;
            } catch (RuntimeException e) {
                state = before;
                reason = HeldReason.POSTING_FAILED;
            }
        }
        hold(row, reason, fresh);
        return Confirmation.held(reason);
    }

    private @Nullable HeldReason whyNotPayable(PaymentNotification payment) {
        PaymentOrder order = payment.orderNo() == null ? null : state.orders.get(payment.orderNo());
        if (order == null) {
            return HeldReason.ORDER_UNKNOWN;
        }
        if (order.status() == OrderStatus.CLOSED) {
            return HeldReason.ORDER_CLOSED;
        }
        if (order.status() != OrderStatus.WAIT_PAY) {
            return HeldReason.EXCESS_PAYMENT;
        }
        String expected = order.order().channel();
        if (expected != null && !expected.equals(payment.channel())) {
            return HeldReason.CHANNEL_MISMATCH;
        }
        return order.order().money().equals(payment.money()) ? null : HeldReason.AMOUNT_MISMATCH;
    }

    private void apply(Row row, boolean fresh) {
        PaymentNotification payment = row.payment;
        String orderNo = Objects.requireNonNull(payment.orderNo(), "payable, so there is an order");
        PaymentOrder order = Objects.requireNonNull(state.orders.get(orderNo), "payable, so there is an order");
        if (!fresh) {
            move(
                    "suspense:" + payment.channel(),
                    "channel:" + payment.channel(),
                    payment.money().currency(),
                    payment.money().amount());
        }
        for (Posting posting : order.order().postings()) {
            String otherwise =
                    posting.asset().equals(payment.money().currency()) ? "channel:" + payment.channel() : "issued";
            move(posting.from() == null ? otherwise : posting.from(), posting.to(), posting.asset(), posting.amount());
        }
        Instant now = clock.instant();
        state.orders.put(
                orderNo,
                new PaymentOrder(
                        order.order(),
                        OrderStatus.PAID,
                        payment.channel(),
                        payment.key().transactionId(),
                        now,
                        order.createdAt()));
        state.rows.put(payment.key(), new Row(payment, true, null, row.evaluations + 1, now));
        state.events.add(orderNo);
        AppliedPayment applied = new AppliedPayment(payment.channel(), payment.key(), orderNo, payment.money());
        handlers.forEach(handler -> handler.post(applied));
    }

    private void hold(Row row, HeldReason reason, boolean fresh) {
        PaymentNotification payment = row.payment;
        Instant now = clock.instant();
        Instant alertAt = payment.receivedAt().plus(UNKNOWN_AFTER);
        Instant next = now.plus(FIRST_LOOK.multipliedBy(1L << Math.min(row.evaluations, 6)));
        boolean looks = reason == HeldReason.ORDER_UNKNOWN || reason == HeldReason.POSTING_FAILED;
        state.rows.put(payment.key(), new Row(payment, false, reason, row.evaluations + 1, looks ? next : Instant.MAX));
        if (fresh) {
            move(
                    "channel:" + payment.channel(),
                    "suspense:" + payment.channel(),
                    payment.money().currency(),
                    payment.money().amount());
        }
        if (reason != HeldReason.ORDER_UNKNOWN || !now.isBefore(alertAt)) {
            alert(reason.name(), row);
        }
    }

    private void alert(String type, Row row) {
        String alert = type + " " + row.payment.key().transactionId();
        if (!state.alerts.contains(alert)) {
            state.alerts.add(alert);
        }
    }

    private void move(String from, String to, String asset, long amount) {
        add(to, asset, amount);
        add(from, asset, -amount);
    }

    private void add(String account, String asset, long amount) {
        // Clearing accounts have no running balance that could overflow.
        boolean clearing =
                account.equals("issued") || account.startsWith("channel:") || account.startsWith("suspense:");
        state.balances
                .computeIfAbsent(account, a -> new TreeMap<>())
                .merge(asset, amount, clearing ? Long::sum : Math::addExact);
    }

    @Override
    public synchronized Optional<Confirmation> find(PaymentNotification payment) {
        return Optional.ofNullable(state.rows.get(payment.key())).map(row -> answer(row, payment));
    }

    @Override
    public synchronized int reevaluate(String orderNo) {
        List<Row> held = state.rows.values().stream()
                .filter(row -> !row.applied && orderNo.equals(row.payment.orderNo()))
                .toList();
        int applied = 0;
        for (Row row : held) {
            applied += evaluate(row, false).equals(Confirmation.POSTED) ? 1 : 0;
        }
        return applied;
    }

    @Override
    public synchronized int reevaluateDue(int limit) {
        Instant now = clock.instant();
        List<Row> due = state.rows.values().stream()
                .filter(row -> !row.applied && !row.nextLook.isAfter(now))
                .limit(limit)
                .toList();
        due.forEach(row -> {
            Confirmation unused = evaluate(row, false);
        });
        return due.size();
    }

    @Override
    public synchronized Creation create(NewOrder order) {
        PaymentOrder there = state.orders.get(order.orderNo());
        if (there != null) {
            return there.order().equals(order) ? Creation.EXISTS : Creation.EXISTS_WITH_OTHER_CONTENT;
        }
        state.orders.put(
                order.orderNo(), new PaymentOrder(order, OrderStatus.WAIT_PAY, null, null, null, clock.instant()));
        int unused = reevaluate(order.orderNo());
        return Creation.CREATED;
    }

    @Override
    public synchronized Optional<PaymentOrder> find(String orderNo) {
        return Optional.ofNullable(state.orders.get(orderNo));
    }

    @Override
    public synchronized Optional<Closing> close(String orderNo) {
        PaymentOrder there = state.orders.get(orderNo);
        if (there == null || there.status() != OrderStatus.WAIT_PAY) {
            return Optional.ofNullable(there).map(order -> new Closing(order.status(), false));
        }
        state.orders.put(
                orderNo, new PaymentOrder(there.order(), OrderStatus.CLOSED, null, null, null, there.createdAt()));
        return Optional.of(new Closing(OrderStatus.CLOSED, true));
    }

    @Override
    public synchronized Map<String, Long> balances(String account) {
        return Map.copyOf(state.balances.getOrDefault(account, Map.of()));
    }

    @Override
    public synchronized List<String> alerts() {
        return List.copyOf(state.alerts);
    }

    @Override
    public synchronized long appliedEvents(String orderNo) {
        return state.events.stream().filter(orderNo::equals).count();
    }

    @Override
    public synchronized List<String> violations() {
        Map<String, Long> sums = new TreeMap<>();
        state.balances
                .values()
                .forEach(assets -> assets.forEach((asset, amount) -> sums.merge(asset, amount, Long::sum)));
        return sums.entrySet().stream()
                .filter(sum -> sum.getValue() != 0)
                .map(sum -> "sum of " + sum.getKey() + " is " + sum.getValue())
                .toList();
    }

    @Override
    public void close() {
        // nothing to give back
    }
}
