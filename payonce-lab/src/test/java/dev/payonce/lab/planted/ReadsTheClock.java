package dev.payonce.lab.planted;

import java.time.Instant;
import java.util.function.Supplier;

/** The wall clock: by call and by reference. */
public final class ReadsTheClock {

    static final Supplier<Instant> REFERENCE = Instant::now;

    private ReadsTheClock() {}

    static Instant call() {
        return Instant.now();
    }

    static long millis() {
        return System.currentTimeMillis();
    }
}
