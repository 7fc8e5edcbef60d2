package dev.payonce.server.demo;

import dev.payonce.HeldReason;
import dev.payonce.jdbc.PayTransaction;
import dev.payonce.jdbc.TransactionState;
import dev.payonce.simulator.Attempt;
import dev.payonce.simulator.Mailing;
import dev.payonce.simulator.Notification;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The invariants of design 12 as the evidence shows them, and that every story ended as it must. Each check names what
 * breaks it.
 */
record Verdict(List<Check> checks) {
    Verdict {
        checks = List.copyOf(checks);
    }

    /**
     * One thing that must hold.
     *
     * @param invariant its number in design 12; blank: what this demo knows beyond it
     * @param text what holds
     * @param broken what breaks it; empty: nothing
     */
    record Check(String invariant, String text, List<String> broken) {
        Check {
            broken = List.copyOf(broken);
        }

        boolean holds() {
            return broken.isEmpty();
        }
    }

    static Verdict of(Evidence evidence) {
        return new Judge(evidence).verdict();
    }

    boolean holds() {
        return checks.stream().allMatch(Check::holds);
    }

    private static final class Judge {
        private final Evidence evidence;
        private final Map<String, PayTransaction> rows = new HashMap<>();
        private final IdentityHashMap<Notification, PlannedPayment> planned = new IdentityHashMap<>();

        Judge(Evidence evidence) {
            this.evidence = evidence;
            evidence.rows().forEach(row -> rows.put(key(row.channel(), row.transactionId()), row));
            evidence.plan().payments().forEach(payment -> planned.put(payment.notification(), payment));
        }

        Verdict verdict() {
            return new Verdict(List.of(
                    new Check("1", "success was answered for committed payments only, to forgeries never", success()),
                    ofDatabase("2", "each payment has one row, each posting of its order one entry"),
                    ofDatabase("3", "debits equal credits, each balance equals its entries"),
                    ofDatabase("4", "no order was paid by two payments, or without one"),
                    ofDatabase("5", "one event for each posted payment, one alert for each held one"),
                    new Check("6", "each payment is posted or held, none is lost, none was invented", lost()),
                    new Check(" ", "each payment ended as its story says, and its platform was told so", stories()),
                    new Check(" ", "each account holds what its orders say", accounts()),
                    new Check(" ", "each delivery was counted by the server, once", counted())));
        }

        private Check ofDatabase(String invariant, String text) {
            return new Check(
                    invariant,
                    text,
                    evidence.violations().stream()
                            .filter(violation -> violation.invariant().startsWith(invariant + ":"))
                            .map(violation -> violation.invariant() + " - " + violation.rows())
                            .toList());
        }

        private List<String> success() {
            return evidence.storm().journal().stream()
                    .filter(Attempt::acknowledged)
                    .filter(attempt -> !mayBeAcknowledged(attempt.mailing()))
                    .map(attempt -> "acknowledged: " + name(attempt.mailing()))
                    .distinct()
                    .toList();
        }

        private boolean mayBeAcknowledged(Mailing mailing) {
            PlannedPayment payment = planned.get(mailing.notification());
            PayTransaction row = payment == null ? null : row(payment);
            if (row == null || !mailing.genuine()) {
                return false;
            }
            HeldReason reason = row.heldReason();
            return row.state() != TransactionState.HELD || (reason != null && reason.acknowledgedByDefault());
        }

        private List<String> lost() {
            List<String> broken = new ArrayList<>();
            for (PlannedPayment payment : evidence.plan().payments()) {
                PayTransaction row = row(payment);
                if (row == null) {
                    broken.add("lost: " + payment);
                } else if (row.money().amount() != payment.amount()
                        || !row.money().currency().equals(DemoPlan.CURRENCY)) {
                    broken.add("on record with another amount: " + payment);
                }
            }
            int expected = evidence.plan().payments().size();
            if (evidence.rows().size() != expected) {
                broken.add("payments on record: " + evidence.rows().size() + ", expected: " + expected);
            }
            return broken;
        }

        private List<String> stories() {
            Stream<String> otherEnds = evidence.plan().payments().stream()
                    .filter(payment -> !endedWell(payment, row(payment)))
                    .map(payment -> "ended otherwise: " + payment);
            Stream<String> untold = evidence.storm().neverAcknowledged().stream()
                    .map(mailing -> "never acknowledged: " + name(mailing));
            Stream<String> misled = evidence.storm().wronglyAcknowledged().stream()
                    .map(attempt -> "wrongly acknowledged: " + name(attempt.mailing()))
                    .distinct();
            return Stream.of(otherEnds, untold, misled).flatMap(all -> all).toList();
        }

        private static boolean endedWell(PlannedPayment payment, @Nullable PayTransaction row) {
            if (row == null) {
                return false;
            }
            return payment.story().reason() == null
                    ? row.state() == TransactionState.APPLIED
                            && payment.order().orderNo().equals(row.appliedOrderNo())
                    : row.state() == TransactionState.HELD && payment.story().reason() == row.heldReason();
        }

        private List<String> accounts() {
            var expected = Balances.expected(evidence.plan()).byAccount();
            var actual = evidence.balances().byAccount();
            return Stream.concat(expected.keySet().stream(), actual.keySet().stream())
                    .distinct()
                    .sorted(Comparator.naturalOrder())
                    .filter(account ->
                            !expected.getOrDefault(account, Map.of()).equals(actual.getOrDefault(account, Map.of())))
                    .map(account -> account + " holds " + actual.getOrDefault(account, Map.of()) + ", expected "
                            + expected.getOrDefault(account, Map.of()))
                    .toList();
        }

        /** A delivery whose sender stopped waiting may or may not have come. */
        private List<String> counted() {
            long sent = evidence.storm().sent();
            long answered = sent - evidence.storm().unanswered();
            long counted = evidence.tally().counted();
            return counted >= answered && counted <= sent
                    ? List.of()
                    : List.of("sent " + sent + ", answered " + answered + ", counted " + counted);
        }

        private @Nullable PayTransaction row(PlannedPayment payment) {
            return rows.get(key(payment.channel(), payment.transactionId()));
        }

        private String name(Mailing mailing) {
            PlannedPayment payment = planned.get(mailing.notification());
            String kind = mailing.genuine() ? "" : mailing.forgeries() + " ";
            return kind + (payment == null ? mailing.kind() : payment);
        }

        private static String key(String channel, String transactionId) {
            return channel + " " + transactionId;
        }
    }
}
