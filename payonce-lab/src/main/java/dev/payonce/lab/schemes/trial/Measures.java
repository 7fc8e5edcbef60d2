package dev.payonce.lab.schemes.trial;

import java.time.Duration;

/**
 * How much is done in each cell of the table, the same for every scheme.
 *
 * @param payments payments, each of an order of its own
 * @param copies deliveries of each, about half of them at once; in calm there is one
 * @param seed of the payments' ids, the order of the deliveries, the cuts
 */
record Measures(int payments, int copies, long seed) {
    /** Deliveries under way at once, in a storm and in calm. */
    static final int IN_FLIGHT = 64;

    static final int CALM_IN_FLIGHT = 8;
    /** Payments that warm the receiver up, delivered once each and counted nowhere but in its books. */
    static final int WARM_UPS = 100;
    /** Share of the deliveries whose answer is not read. */
    static final int CUT_PERCENT = 5;
    /** How many times faster than WeChat Pay: its 24 hours and 4 minutes are 29 s. */
    static final int COMPRESSION = 3000;
    /** Life of a claim, half of the time in which the platform tries; of a mark: a day. */
    static final Duration CLAIM = Duration.ofSeconds(15);
    /** Where claims are to expire in mid-work. */
    static final Duration SHORT_CLAIM = Duration.ofSeconds(2);

    /** How late the database answers while work is to be in the middle of something. */
    static final Duration SLOW = Duration.ofMillis(400);

    static final Duration TIME_LIMIT = Duration.ofMinutes(10);

    Measures {
        if (payments < 10 || copies < 2 || (long) payments * copies > 100_000) {
            throw new IllegalArgumentException(
                    "at least 10 payments and 2 deliveries of each, at most 100,000 deliveries");
        }
    }
}
