package dev.payonce.simulation;

import dev.payonce.GateKey;
import dev.payonce.HeldReason;
import dev.payonce.Outcome;
import dev.payonce.PaymentNotification;
import dev.payonce.Receipt;
import dev.payonce.memory.Row;
import dev.payonce.simulation.Item.Kind;
import dev.payonce.simulation.Item.Payment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Holds what is answered, and what is there in the end, against the invariants of design 12. */
final class Auditor {
    /** By then also what began before the last fault has ended. */
    private static final long SETTLED_AFTER = 10_000;

    private final World world;
    private final List<String> violations = new ArrayList<>();
    private final Set<Object> posted = new HashSet<>();
    private final Set<Payment> acknowledged = new HashSet<>();
    private long answers;

    Auditor(World world) {
        this.world = world;
    }

    List<String> violations() {
        return violations;
    }

    long answers() {
        return answers;
    }

    void violated(String what) {
        world.scheduler().note("VIOLATION " + what);
        violations.add(what);
    }

    /** An answer is about to leave. */
    void answered(Scheduler.Actor node, Kind kind, Payment payment, Receipt receipt, boolean success) {
        answers++;
        if (world.scheduler().now() > world.plan().calmFrom() + SETTLED_AFTER) {
            checkClaim(node, payment, receipt);
        }
        switch (kind) {
            case FORGED, FOREIGN ->
                require(receipt.outcome() == Outcome.REFUSED && !success, kind + " was not refused");
            case IGNORED -> require(success, "what is no payment was not acknowledged");
            case DUPLICATE, CONFLICTING, OTHER_CHANNEL -> {
                if (success) {
                    require(isOnRecord(payment), "success was answered for " + payment.id() + " but is not committed");
                }
                if (receipt.outcome() == Outcome.POSTED) {
                    require(posted.add(SimulatedChannel.key(payment)), payment.id() + " was told as posted twice");
                }
            }
        }
    }

    /** When nothing goes wrong, who answers has ended its claim, and nobody is turned away by a claim of the dead. */
    private void checkClaim(Scheduler.Actor node, Payment payment, Receipt receipt) {
        GateKey key = new GateKey(payment.channel(), payment.id());
        if (receipt.outcome() == Outcome.IN_PROGRESS) {
            require(
                    world.redis().claimAge(key) <= 2 * Node.DEADLINE.toMillis(),
                    payment.id() + " was turned away by a claim that belongs to nobody");
        } else {
            require(
                    !world.redis().isHeldBy(node, key, world.plan().calmFrom()),
                    node + " answered " + payment.id() + " and kept its claim");
        }
    }

    /** The platform has heard success. */
    void acknowledged(Payment payment) {
        acknowledged.add(payment);
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            violated(otherwise);
        }
    }

    private Optional<Row> row(Payment payment) {
        return world.books().rows().stream()
                .filter(row -> row.payment().key().equals(SimulatedChannel.key(payment)))
                .findFirst();
    }

    private static boolean isOf(Row row, Payment payment) {
        PaymentNotification there = row.payment();
        return payment.orderNo().equals(there.orderNo())
                && payment.amount() == there.money().amount();
    }

    private boolean isOnRecord(Payment payment) {
        return row(payment)
                .filter(row -> isOf(row, payment))
                .filter(row -> row.applied() || acknowledges(row.reason()))
                .isPresent();
    }

    private static boolean acknowledges(@Nullable HeldReason reason) {
        return reason != null && reason.acknowledgedByDefault();
    }

    /** After the last event: faults have long stopped and every platform has sent what it had to. */
    void atTheEnd() {
        world.books().violations().forEach(this::violated);
        world.plan().all(Payment.class).forEach(this::checkPayment);
        for (Row row : world.books().rows()) {
            if (!row.applied()) {
                require(
                        world.books().whyNotPayable(row).isPresent(),
                        row.payment().key() + " could be applied but is held");
            }
        }
    }

    private void checkPayment(Payment payment) {
        Optional<Row> found = row(payment);
        if (found.isEmpty()) {
            violated(payment.id() + " is lost: no row");
            return;
        }
        Row row = found.get();
        if (!isOf(row, payment)) {
            require(
                    !acknowledged.contains(payment),
                    payment.id() + " was acknowledged with other content than its row's");
        } else if (row.applied()) {
            require(acknowledged.contains(payment), payment.id() + " is applied but was never acknowledged");
        } else {
            Optional<HeldReason> reason = world.books().whyNotPayable(row);
            require(
                    reason.equals(Optional.ofNullable(row.reason())),
                    payment.id() + " is held as " + row.reason() + " but the reason is " + reason);
            require(
                    acknowledged.contains(payment) == acknowledges(row.reason()),
                    payment.id() + " is held as " + row.reason() + ", acknowledged: " + acknowledged.contains(payment));
        }
    }
}
