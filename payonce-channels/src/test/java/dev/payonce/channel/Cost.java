package dev.payonce.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.payonce.Delivery;
import java.lang.management.ManagementFactory;
import java.util.function.Supplier;

/**
 * What decoding one delivery costs the thread that does it: its own CPU time and its own allocations, so that neither the
 * collector nor another process on the machine counts.
 *
 * <p>The bound of allocations is a factor times the bound of a body (1 MiB, what the servlet takes), whatever the size of the
 * delivery. {@link #FACTOR} is that of bytes: text of two bytes a character, the texts cut out of it, their copies, and 20,000
 * tokens of JSON as objects; 14.4 was the most seen, for a long text with one character beyond Latin-1. No input multiplies itself beyond that.
 */
public record Cost(long cpuNanos, long allocated) {
    static final long MAX_CPU_NANOS = 100_000_000;
    static final int FACTOR = 20;
    static final Cost NOTHING = new Cost(0, 0);

    private static final int ATTEMPTS = 10;
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    /** What it gives, and what it took. */
    record Measured<T>(T result, Cost cost) {}

    static <T> Measured<T> measure(Supplier<T> work) {
        long bytes = THREADS.getCurrentThreadAllocatedBytes();
        long nanos = THREADS.getCurrentThreadCpuTime();
        T result = work.get();
        long tookNanos = THREADS.getCurrentThreadCpuTime() - nanos;
        return new Measured<>(result, new Cost(tookNanos, THREADS.getCurrentThreadAllocatedBytes() - bytes));
    }

    /** Fails if the work is beyond the bounds each time: classes are loaded and code is interpreted only once. */
    static <T> Measured<T> bounded(Delivery delivery, Supplier<T> work) {
        long maxAllocated = (long) FACTOR * Oversized.BOUND;
        Measured<T> measured = measure(work);
        for (int i = 1; i < ATTEMPTS && !measured.cost.isWithin(maxAllocated); i++) {
            measured = measure(work);
        }
        // First, since it is exact, and much memory takes much time.
        assertThat(measured.cost.allocated)
                .as("bytes allocated for %s", delivery)
                .isLessThanOrEqualTo(maxAllocated);
        assertThat(measured.cost.cpuNanos)
                .as("CPU nanoseconds for %s", delivery)
                .isLessThanOrEqualTo(MAX_CPU_NANOS);
        return measured;
    }

    private boolean isWithin(long maxAllocated) {
        return cpuNanos <= MAX_CPU_NANOS && allocated <= maxAllocated;
    }

    /** The larger of each. */
    Cost max(Cost other) {
        return new Cost(Math.max(cpuNanos, other.cpuNanos), Math.max(allocated, other.allocated));
    }
}
