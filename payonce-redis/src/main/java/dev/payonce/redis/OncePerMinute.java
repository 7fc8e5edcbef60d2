package dev.payonce.redis;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** Says whether a log line that could come with every command is due. Thread-safe: of racing callers one is told so. */
final class OncePerMinute {
    private static final long MINUTE = Duration.ofMinutes(1).toMillis();

    private final Clock clock;
    private final AtomicLong lastAt = new AtomicLong(Long.MIN_VALUE);

    OncePerMinute(Clock clock) {
        this.clock = clock;
    }

    boolean isDue() {
        long now = clock.millis();
        long last = lastAt.get();
        // A clock that was set back makes it due as well.
        boolean due = last == Long.MIN_VALUE || now < last || now - last >= MINUTE;
        return due && lastAt.compareAndSet(last, now);
    }
}
