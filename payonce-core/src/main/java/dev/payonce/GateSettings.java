package dev.payonce;

import java.time.Duration;

/**
 * How long the gate's keys live.
 *
 * @param processingTtl of a claim: 3 to 10 minutes. Longer than any work, short enough that a dead holder's claim does not
 *     outlast the platform's retries
 * @param successTtl of a success mark: 1 to 7 days. The database knows for ever; the mark only saves asking it
 */
public record GateSettings(Duration processingTtl, Duration successTtl) {
    public static final GateSettings DEFAULT = new GateSettings(Duration.ofMinutes(5), Duration.ofDays(1));

    public GateSettings {
        if (processingTtl.toMillis() < 1 || successTtl.toMillis() < 1) {
            throw new IllegalArgumentException("processing-ttl and success-ttl must be at least one millisecond");
        }
    }

    /**
     * Requires the allowed ranges (design 2).
     *
     * @throws IllegalArgumentException saying which property is out of which range
     */
    public void requireSafe() {
        require("processing-ttl", processingTtl, Duration.ofMinutes(3), Duration.ofMinutes(10));
        require("success-ttl", successTtl, Duration.ofDays(1), Duration.ofDays(7));
    }

    private static void require(String name, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new IllegalArgumentException("payonce.gate." + name + " is " + value + " but must be from " + least
                    + " to " + most
                    + " (payonce.gate.allow-unsafe-ttl=true lifts this in tests; never set it where money is real)");
        }
    }
}
