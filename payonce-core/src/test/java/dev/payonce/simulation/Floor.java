package dev.payonce.simulation;

import dev.payonce.memory.Execution;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What all crews of a run share: the scheduler, the weather, and whose call is being made at the moment. */
final class Floor {
    private final Scheduler scheduler;
    private final Weather weather;
    private @Nullable Execution current;

    Floor(Scheduler scheduler, Weather weather) {
        this.scheduler = scheduler;
        this.weather = weather;
    }

    Scheduler scheduler() {
        return scheduler;
    }

    Weather weather() {
        return weather;
    }

    Execution current() {
        return Objects.requireNonNull(current, "books are called by a crew only");
    }

    <T> T running(Execution execution, Supplier<T> call) {
        current = execution;
        try {
            return call.get();
        } finally {
            current = null;
        }
    }
}
