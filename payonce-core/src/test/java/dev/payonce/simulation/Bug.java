package dev.payonce.simulation;

import dev.payonce.Claim;
import dev.payonce.Confirmation;
import dev.payonce.Gate;
import dev.payonce.GateKey;
import dev.payonce.PaymentBook;
import dev.payonce.PaymentNotification;
import dev.payonce.SimulatedReceiver;
import dev.payonce.memory.Defence;
import dev.payonce.memory.Execution;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A mistake that is planted to see that it is found; each is put in through a port, never into the product. */
enum Bug {
    NONE,
    /** The claim is deleted by whoever releases, as plain {@code DEL} does. */
    RELEASE_WITHOUT_OWNER_CHECK,
    /** The success mark is set before the posting's transaction. */
    MARK_BEFORE_COMMIT,
    /** The order's update asks for its number only. */
    UNCONDITIONAL_UPDATE,
    /** {@code pay_transaction} has no unique key. */
    NO_UNIQUE_KEY,
    /** A delivery that meets another at work is answered with success. */
    SUCCESS_ANSWERED_IN_PROGRESS;

    Set<Defence> missingDefences() {
        return switch (this) {
            case UNCONDITIONAL_UPDATE -> Set.of(Defence.CONDITIONAL_UPDATE);
            case NO_UNIQUE_KEY -> Set.of(Defence.UNIQUE_TRANSACTION);
            case NONE, RELEASE_WITHOUT_OWNER_CHECK, MARK_BEFORE_COMMIT, SUCCESS_ANSWERED_IN_PROGRESS -> Set.of();
        };
    }

    /** The gate's server. */
    Gate server(Gate gate) {
        return this == RELEASE_WITHOUT_OWNER_CHECK ? new CarelessGate(gate) : gate;
    }

    /** A node's view of the books. */
    PaymentBook book(PaymentBook book, Gate gate, Supplier<Execution> execution) {
        return this == MARK_BEFORE_COMMIT ? new HastyBook(book, gate, execution) : book;
    }

    private static final class CarelessGate implements Gate {
        private final Gate gate;
        private final Map<String, String> holders = new TreeMap<>();

        private CarelessGate(Gate gate) {
            this.gate = gate;
        }

        @Override
        public CompletionStage<Claim> claim(GateKey key, String token) {
            return gate.claim(key, token).thenApply(claim -> {
                if (claim.state() == Claim.State.WON) {
                    holders.put(key.text(), token);
                }
                return claim;
            });
        }

        @Override
        public CompletionStage<Void> complete(GateKey key, String fingerprint) {
            holders.put(key.text(), "");
            return gate.complete(key, fingerprint);
        }

        @Override
        public CompletionStage<Void> release(GateKey key, String token) {
            return gate.release(key, holders.getOrDefault(key.text(), token));
        }
    }

    private record HastyBook(PaymentBook book, Gate gate, Supplier<Execution> execution) implements PaymentBook {
        @Override
        public String databaseId() {
            return book.databaseId();
        }

        @Override
        public Confirmation confirm(PaymentNotification payment) {
            String fingerprint = SimulatedReceiver.fingerprint(book, payment);
            var unused = execution.get().once(() -> gate.complete(GateKey.of(payment), fingerprint));
            return book.confirm(payment);
        }

        @Override
        public Optional<Confirmation> find(PaymentNotification payment) {
            return book.find(payment);
        }

        @Override
        public int reevaluate(String orderNo) {
            return book.reevaluate(orderNo);
        }

        @Override
        public int reevaluateDue(int limit) {
            return book.reevaluateDue(limit);
        }
    }
}
