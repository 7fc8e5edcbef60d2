package dev.payonce.lab.nodes;

import dev.payonce.simulator.Attempt;
import dev.payonce.simulator.http.Manner;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** What a storm's deliveries came to. Thread-safe. */
final class Tally {
    private static final int UNAUTHORIZED = 401;

    private final Set<String> acknowledged = ConcurrentHashMap.newKeySet();
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong successes = new AtomicLong();
    private final AtomicLong turnedAway = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong unanswered = new AtomicLong();
    private final AtomicLong cut = new AtomicLong();
    private final AtomicLong forged = new AtomicLong();
    private final AtomicLong forgedAcknowledged = new AtomicLong();

    void note(Attempt attempt) {
        sent.incrementAndGet();
        if (!attempt.mailing().genuine()) {
            forged.incrementAndGet();
            forgedAcknowledged.addAndGet(attempt.acknowledged() ? 1 : 0);
        } else if (attempt.acknowledged()) {
            successes.incrementAndGet();
            acknowledged.add(attempt.mailing().notification().payment().transactionId());
        } else if (attempt.sending().manner() == Manner.CUT) {
            cut.incrementAndGet();
        } else if (!attempt.answered()) {
            unanswered.incrementAndGet();
        } else {
            (attempt.status() == UNAUTHORIZED ? refused : turnedAway).incrementAndGet();
        }
    }

    /** Payments of which a success has been told by now. */
    Set<String> acknowledged() {
        return Set.copyOf(acknowledged);
    }

    long sent() {
        return sent.get();
    }

    /** Genuine deliveries that were answered with success. */
    long successes() {
        return successes.get();
    }

    /** Genuine deliveries that were told to come again. */
    long turnedAway() {
        return turnedAway.get();
    }

    /** Genuine deliveries that were not taken for genuine. */
    long refused() {
        return refused.get();
    }

    /** Genuine deliveries that found nobody, or lost their answer. */
    long unanswered() {
        return unanswered.get();
    }

    /** Genuine deliveries whose answer the platform did not wait for. */
    long cut() {
        return cut.get();
    }

    long forged() {
        return forged.get();
    }

    long forgedAcknowledged() {
        return forgedAcknowledged.get();
    }
}
