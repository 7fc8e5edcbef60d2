package dev.payonce;

import java.time.Duration;
import java.util.Map;

/**
 * How the receiver works.
 *
 * @param deadline how long the platform waits for an answer at most; then it gets "retry" while the work goes on. Below the
 *     shortest time-out of the platforms used (WeChat Pay: 5 s)
 * @param trustSuccessMark whether the gate's success mark is believed without reading the database; off after a failover
 *     that may have lost commits
 * @param workers threads that talk to the database; no more than the connection pool holds
 * @param queue payments that may wait for a worker; beyond it "retry" is answered at once
 * @param heldAnswers whether a HELD payment of a reason is answered with success, where that is configured; the others take
 *     their default
 */
public record ReceiverSettings(
        Duration deadline, boolean trustSuccessMark, int workers, int queue, Map<HeldReason, Boolean> heldAnswers) {
    public static final ReceiverSettings DEFAULT =
            new ReceiverSettings(Duration.ofSeconds(4), true, 16, 1024, Map.of());

    public ReceiverSettings {
        if (deadline.toMillis() < 1) {
            throw new IllegalArgumentException("deadline must be at least one millisecond");
        }
        if (workers < 1 || queue < 1) {
            throw new IllegalArgumentException("workers and queue must be at least 1");
        }
        heldAnswers = Map.copyOf(heldAnswers);
    }

    /**
     * Whether a payment that is HELD for this reason is answered with success: as configured, else always where the platform
     * {@linkplain Channel#stopsAtFailure stops at a failure}, else by the reason's default.
     */
    boolean acknowledges(HeldReason reason, boolean stopsAtFailure) {
        return heldAnswers.getOrDefault(reason, stopsAtFailure || reason.acknowledgedByDefault());
    }
}
