package dev.payonce.simulator;

import java.time.Duration;
import java.util.List;

/**
 * The pauses between one unacknowledged attempt and the next.
 *
 * @param pauses the first is the pause after the first attempt; after the last one the platform gives up
 */
public record RetrySchedule(List<Duration> pauses) {
    public RetrySchedule {
        pauses = List.copyOf(pauses);
        if (pauses.stream().anyMatch(Duration::isNegative)) {
            throw new IllegalArgumentException("a pause must not be negative");
        }
    }

    /** The same steps, each this many times shorter: 1000 makes WeChat's 24 hours 4 minutes into 87 seconds. */
    public RetrySchedule compressed(int factor) {
        if (factor < 1) {
            throw new IllegalArgumentException("factor must be at least 1");
        }
        return new RetrySchedule(
                pauses.stream().map(pause -> pause.dividedBy(factor)).toList());
    }

    /** From the first attempt to the last. */
    public Duration total() {
        return pauses.stream().reduce(Duration.ZERO, Duration::plus);
    }
}
