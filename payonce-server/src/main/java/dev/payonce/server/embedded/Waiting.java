package dev.payonce.server.embedded;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** Bounded waiting for a condition outside the process. */
final class Waiting {
    private static final Duration STEP = Duration.ofMillis(10);

    private Waiting() {}

    /** Whether the condition came true in time. */
    static boolean until(Duration atMost, BooleanSupplier condition) {
        long deadline = System.nanoTime() + atMost.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() - deadline >= 0) {
                return false;
            }
            step();
        }
        return true;
    }

    private static void step() {
        try {
            Thread.sleep(STEP.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new EmbeddedServersException("Interrupted while an embedded server was awaited.", "Start again.", e);
        }
    }
}
