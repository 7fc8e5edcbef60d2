package dev.payonce.simulator;

import dev.payonce.simulator.http.Manner;
import java.util.random.RandomGenerator;

/**
 * What makes a storm one, beside its copies and forgeries.
 *
 * @param rate first attempts a second, an open loop: each has the time at which it is to be sent, whatever became of those
 *     before it, and latency counts from then. 0: as fast as answers come
 * @param shuffled whether deliveries come in another order than their payments: about half of a payment's copies together,
 *     the others whenever
 * @param slowPercent share of the genuine senders that read the answer to their first attempt late
 * @param cutPercent share of the genuine senders that cut the connection before they read the answer to their first
 *     attempt, which their platform takes for none
 */
public record Weather(int rate, boolean shuffled, int slowPercent, int cutPercent) {
    /** The upper limit of {@link #rate}. */
    public static final int MAX_RATE = 1_000_000;

    private static final int ALL = 100;

    public Weather {
        if (rate < 0 || rate > MAX_RATE) {
            throw new IllegalArgumentException("rate must be 0 to " + MAX_RATE);
        }
        if (slowPercent < 0 || cutPercent < 0 || slowPercent + cutPercent > ALL) {
            throw new IllegalArgumentException("slow and cut must be percents, at most 100 together");
        }
    }

    /** As fast as answers come, shuffled, everybody reads. */
    public static Weather calm() {
        return new Weather(0, true, 0, 0);
    }

    Manner manner(RandomGenerator random) {
        int draw = slowPercent + cutPercent == 0 ? ALL : random.nextInt(ALL);
        if (draw < slowPercent) {
            return Manner.SLOW;
        }
        return draw < slowPercent + cutPercent ? Manner.CUT : Manner.PROMPT;
    }
}
