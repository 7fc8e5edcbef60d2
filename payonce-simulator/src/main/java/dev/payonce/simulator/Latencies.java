package dev.payonce.simulator;

import java.time.Duration;
import java.util.Collection;
import org.HdrHistogram.Histogram;

/** How long answers took, from their intended time of sending, in three significant digits. For one thread. */
public final class Latencies {
    private static final int DIGITS = 3;

    private final Histogram histogram = new Histogram(DIGITS);

    private Latencies() {}

    /** Of those answers whose time is the receiver's. */
    public static Latencies of(Collection<Attempt> journal) {
        Latencies latencies = new Latencies();
        journal.stream()
                .filter(Attempt::timed)
                .forEach(attempt -> latencies.histogram.recordValue(attempt.responseNanos()));
        return latencies;
    }

    /** The latency that this share of the answers did not exceed; zero when nothing was answered. */
    public Duration at(double percent) {
        return Duration.ofNanos(histogram.getTotalCount() == 0 ? 0 : histogram.getValueAtPercentile(percent));
    }

    public long count() {
        return histogram.getTotalCount();
    }
}
