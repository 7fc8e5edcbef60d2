package dev.payonce;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Keeps a dead store from costing every notification its command time-out (design 2, step 7; case LCK-06).
 *
 * <ol>
 *   <li>Closed: every call goes to the store. A stage that completes exceptionally is a failure, any other a success, also
 *       {@link Claim#fault()}: a store that holds a foreign value is healthy.
 *   <li>After {@code threshold} failures in a row it opens: claims are answered {@link Claim#fault()} and completions and
 *       releases are dropped, all at once, without calling the store. A mark that is not set only costs a look into the
 *       database later; a claim that is not released grows old and then belongs to nobody.
 *   <li>Each {@code openFor} one call is let through as a probe, whether or not the last probe has come back. A success,
 *       of whatever call, closes it.
 * </ol>
 *
 * <p>Thread-safe and lock-free. Of any number of callers that race for a probe one gets it.
 */
public final class CircuitBreakingGate implements Gate {
    public static final int DEFAULT_THRESHOLD = 5;
    public static final Duration DEFAULT_OPEN_FOR = Duration.ofSeconds(1);

    private static final long CLOSED = Long.MIN_VALUE;

    private final Gate gate;
    private final Clock clock;
    private final int threshold;
    private final long openForMillis;
    private final AtomicInteger failuresInARow = new AtomicInteger();
    private final AtomicLong probeAt = new AtomicLong(CLOSED);

    public CircuitBreakingGate(Gate gate, Clock clock) {
        this(gate, clock, DEFAULT_THRESHOLD, DEFAULT_OPEN_FOR);
    }

    public CircuitBreakingGate(Gate gate, Clock clock, int threshold, Duration openFor) {
        if (threshold < 1 || openFor.toMillis() < 1) {
            throw new IllegalArgumentException("threshold and open time must be positive");
        }
        this.gate = gate;
        this.clock = clock;
        this.threshold = threshold;
        this.openForMillis = openFor.toMillis();
    }

    @Override
    public CompletionStage<Claim> claim(GateKey key, String token) {
        return mayCall() ? watch(() -> gate.claim(key, token)) : CompletableFuture.completedFuture(Claim.skipped());
    }

    /** Always passed on: whoever holds a claim must be able to end it, or it would turn deliveries away for its whole life. */
    @Override
    public CompletionStage<Void> complete(GateKey key, String fingerprint) {
        return watch(() -> gate.complete(key, fingerprint));
    }

    /** Always passed on, like {@link #complete}. */
    @Override
    public CompletionStage<Void> release(GateKey key, String token) {
        return watch(() -> gate.release(key, token));
    }

    /** Whether the store is taken for dead at present. */
    public boolean isOpen() {
        return probeAt.get() != CLOSED;
    }

    private boolean mayCall() {
        long at = probeAt.get();
        if (at == CLOSED) {
            return true;
        }
        long left = at - clock.millis();
        // More left than the whole interval: the clock was set back. Do not wait for it to catch up.
        boolean waiting = left > 0 && left <= openForMillis;
        return !waiting && probeAt.compareAndSet(at, clock.millis() + openForMillis);
    }

    private <T> CompletionStage<T> watch(Supplier<CompletionStage<T>> call) {
        CompletionStage<T> stage;
        try {
            stage = call.get();
        } catch (RuntimeException e) {
            stage = CompletableFuture.failedFuture(e);
        }
        return stage.whenComplete((result, failure) -> {
            if (failure == null) {
                succeeded();
            } else {
                failed();
            }
        });
    }

    private void succeeded() {
        // Read before writing: the healthy path shares these two lines of memory without contending for them.
        if (failuresInARow.get() != 0) {
            failuresInARow.set(0);
        }
        if (probeAt.get() != CLOSED) {
            probeAt.set(CLOSED);
        }
    }

    private void failed() {
        if (failuresInARow.updateAndGet(n -> Math.min(n + 1, threshold)) == threshold) {
            probeAt.set(clock.millis() + openForMillis);
        }
    }
}
