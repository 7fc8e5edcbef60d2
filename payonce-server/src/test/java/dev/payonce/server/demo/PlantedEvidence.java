package dev.payonce.server.demo;

import dev.payonce.HeldReason;
import dev.payonce.Money;
import dev.payonce.Refusal;
import dev.payonce.jdbc.InvariantChecker.Violation;
import dev.payonce.jdbc.PayTransaction;
import dev.payonce.jdbc.TransactionState;
import dev.payonce.simulator.Attempt;
import dev.payonce.simulator.Expectation;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Mailing;
import dev.payonce.simulator.Sending;
import dev.payonce.simulator.StormResult;
import dev.payonce.simulator.http.Manner;
import java.math.BigInteger;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** Evidence of a run in which all went well, and the same with one thing wrong. */
final class PlantedEvidence {
    private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");
    private static final URI TARGET = URI.create("http://127.0.0.1:1/notify/wx");
    private static final int COPIES = 3;
    private static final DemoChannels CHANNELS = DemoChannels.generate();

    private final DemoPlan plan = DemoPlan.of(new DemoSettings(4, COPIES, 7), CHANNELS, NOW);
    private final List<Mailing> mailings = new ArrayList<>();
    private final List<Attempt> journal = new ArrayList<>();
    private final List<PayTransaction> rows = new ArrayList<>();
    private final List<Violation> violations = new ArrayList<>();
    private Balances balances = Balances.expected(plan);
    private long uncounted;

    PlantedEvidence() {
        for (PlannedPayment payment : plan.payments()) {
            Expectation expectation = payment.story().expectation();
            deliver(
                    Mailing.genuine(TARGET, payment.notification(), COPIES).expecting(expectation),
                    expectation == Expectation.ACKNOWLEDGED);
            rows.add(row(payment));
        }
        deliver(forgery(), false);
    }

    private Mailing forgery() {
        return Mailing.forged(TARGET, plan.payments().get(0).notification(), Set.of(Forgery.TAMPERED_BODY));
    }

    private void deliver(Mailing mailing, boolean acknowledged) {
        mailings.add(mailing);
        for (int copy = 0; copy < mailing.copies(); copy++) {
            int status = acknowledged ? 200 : 409;
            journal.add(new Attempt(
                    mailing,
                    copy,
                    1,
                    status,
                    "",
                    null,
                    acknowledged,
                    copy * 1_000_000L,
                    new Sending(Instant.EPOCH, 0, Manner.PROMPT)));
        }
    }

    private PayTransaction row(PlannedPayment payment) {
        HeldReason reason = payment.story().reason();
        String orderNo = payment.order().orderNo();
        return new PayTransaction(
                rows.size() + 1,
                payment.channel(),
                payment.transactionId(),
                orderNo,
                reason == null ? orderNo : null,
                new Money(payment.amount(), "CNY"),
                reason == null ? TransactionState.APPLIED : TransactionState.HELD,
                reason,
                0,
                NOW,
                NOW,
                NOW);
    }

    PlantedEvidence withAcknowledgedForgery() {
        deliver(forgery(), true);
        return this;
    }

    PlantedEvidence withAcknowledgedWrongAmount() {
        PlannedPayment payment = plan.of(Story.WRONG_AMOUNT).get(0);
        deliver(Mailing.genuine(TARGET, payment.notification(), 1).expecting(Expectation.REFUSED), true);
        return this;
    }

    PlantedEvidence withPaymentThatIsNeverAcknowledged() {
        Mailing first = mailings.get(0);
        journal.removeIf(attempt -> attempt.mailing().equals(first));
        return this;
    }

    PlantedEvidence withoutFirstRow() {
        rows.remove(0);
        return this;
    }

    PlantedEvidence withInventedRow() {
        PayTransaction last = rows.get(rows.size() - 1);
        return withRow(
                last,
                row -> new PayTransaction(
                        99,
                        "wx",
                        "invented",
                        null,
                        null,
                        row.money(),
                        row.state(),
                        row.heldReason(),
                        0,
                        NOW,
                        NOW,
                        null));
    }

    PlantedEvidence withFirstRowOfAmount(long amount) {
        PayTransaction row = rows.remove(0);
        return withRow(
                row,
                same -> new PayTransaction(
                        same.id(),
                        same.channel(),
                        same.transactionId(),
                        same.orderNo(),
                        same.appliedOrderNo(),
                        new Money(amount, "CNY"),
                        same.state(),
                        null,
                        0,
                        NOW,
                        NOW,
                        NOW));
    }

    PlantedEvidence withFirstRowHeldFor(HeldReason reason) {
        PayTransaction row = rows.remove(0);
        return withRow(
                row,
                same -> new PayTransaction(
                        same.id(),
                        same.channel(),
                        same.transactionId(),
                        same.orderNo(),
                        null,
                        same.money(),
                        TransactionState.HELD,
                        reason,
                        0,
                        NOW,
                        NOW,
                        null));
    }

    private PlantedEvidence withRow(PayTransaction row, UnaryOperator<PayTransaction> change) {
        rows.add(change.apply(row));
        return this;
    }

    PlantedEvidence withMoreOn(String account, String asset, long amount) {
        Map<String, Map<String, BigInteger>> changed = new TreeMap<>(balances.byAccount());
        Map<String, BigInteger> assets = new TreeMap<>(changed.getOrDefault(account, Map.of()));
        assets.merge(asset, BigInteger.valueOf(amount), BigInteger::add);
        changed.put(account, assets);
        balances = new Balances(changed);
        return this;
    }

    PlantedEvidence withViolation(String invariant) {
        violations.add(new Violation(invariant, List.of(Map.of("order_no", "DEMO-1"))));
        return this;
    }

    PlantedEvidence withDeliveryThatTheServerDidNotCount() {
        uncounted++;
        return this;
    }

    Evidence evidence() {
        long counted = journal.size() - uncounted;
        return new Evidence(
                plan,
                new StormResult(mailings, journal, Duration.ofMillis(500), 0),
                new Tally(counted, 4, 6, 5, 3, 18, Map.of(Refusal.BAD_SIGNATURE, 1L), 0),
                rows,
                balances,
                violations);
    }
}
