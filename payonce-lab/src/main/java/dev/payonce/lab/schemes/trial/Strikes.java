package dev.payonce.lab.schemes.trial;

import dev.payonce.lab.schemes.trial.Fault.Strike;
import dev.payonce.simulator.Attempt;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Strikes in mid-storm, one after the other, in a thread of its own: the storm goes on meanwhile. {@link #count} belongs to
 * the storm's thread, the rest to its owner's.
 */
final class Strikes implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofMinutes(2);
    private static final int ALL = 100;

    private final ExecutorService thread = Executors.newSingleThreadExecutor();
    private final Deque<Strike> ahead;
    private final List<Future<?>> begun = new ArrayList<>();
    private final Stage stage;
    private final int deliveries;
    private int done;

    Strikes(Fault fault, Stage stage, int deliveries) {
        this.ahead = new ArrayDeque<>(fault.strikes());
        this.stage = stage;
        this.deliveries = deliveries;
    }

    /** Does what comes before the storm. */
    void prepare() throws InterruptedException {
        beginDue();
        await();
    }

    /** A delivery's first request has ended, whatever its answer. */
    void count(Attempt attempt) {
        if (attempt.number() == 1) {
            done++;
            beginDue();
        }
    }

    private void beginDue() {
        for (Strike next = ahead.peek();
                next != null && (long) done * ALL >= (long) next.percent() * deliveries;
                next = ahead.peek()) {
            Strike due = ahead.remove();
            begun.add(thread.submit(() -> {
                due.step().run(stage);
                return null;
            }));
        }
    }

    /** Waits for the end of every step that has begun. */
    void await() throws InterruptedException {
        for (Future<?> step : begun) {
            try {
                step.get(LONGEST.toSeconds(), TimeUnit.SECONDS);
            } catch (ExecutionException | TimeoutException e) {
                throw new IllegalStateException("the fault could not be played", e);
            }
        }
    }

    /** Steps that the storm never reached. */
    int missed() {
        return ahead.size();
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
