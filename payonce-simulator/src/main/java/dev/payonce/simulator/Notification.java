package dev.payonce.simulator;

import java.time.Instant;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * One notification about one payment. What the platform keeps over its attempts (notification id, body or its fixed
 * parts) was fixed when it was made; what changes from attempt to attempt is made by {@code sign}. Immutable and
 * thread-safe.
 */
public interface Notification {
    Platform platform();

    SimulatedPayment payment();

    /** What it reports, in the platform's own words: {@code TRANSACTION.SUCCESS}, {@code TRADE_CLOSED}, … */
    String event();

    /**
     * One attempt, as the platform, or with forgeries somebody else, would send it. Several forgeries combine.
     *
     * @param forgeries what is wrong with it; empty: nothing
     * @param at the attempt's time
     * @param random the source of nonces
     * @throws IllegalArgumentException if the platform has no such forgery or if two exclude each other
     */
    SignedRequest sign(Set<Forgery> forgeries, Instant at, RandomGenerator random);

    /** One genuine attempt. */
    default SignedRequest sign(Instant at, RandomGenerator random) {
        return sign(Set.of(), at, random);
    }
}
