package dev.payonce.jdbc;

import java.time.Duration;

/**
 * How the book keeps HELD payments.
 *
 * @param keepBodies of which payments the delivery's bytes are kept
 * @param unknownOrderAfter how old a payment without an order must be before its alert is raised; until then the order may
 *     simply not be committed yet
 * @param firstReevaluation after how long the tick looks at a HELD payment for the first time; doubled each time, up to
 *     {@code lastReevaluation}
 * @param lastReevaluation the longest pause between two looks
 * @param transactionTimeout how long a posting's transaction may take, its handlers included: 1 to 60 seconds. One that takes
 *     longer is rolled back and the platform sends again
 */
public record BookSettings(
        KeepBodies keepBodies,
        Duration unknownOrderAfter,
        Duration firstReevaluation,
        Duration lastReevaluation,
        Duration transactionTimeout) {
    public static final BookSettings DEFAULT = new BookSettings(
            KeepBodies.HELD, Duration.ofMinutes(2), Duration.ofSeconds(30), Duration.ofHours(1), Duration.ofSeconds(2));

    public BookSettings {
        if (transactionTimeout.compareTo(Duration.ofSeconds(1)) < 0
                || transactionTimeout.compareTo(Duration.ofSeconds(60)) > 0) {
            throw new IllegalArgumentException(
                    "transaction-timeout must be from 1s to 60s but is " + transactionTimeout);
        }
    }

    /** How long a session may sit in an open transaction: a node that is paused must not hold its locks for ever. */
    Duration idleTimeout() {
        return transactionTimeout.plusSeconds(3);
    }

    Duration pauseAfter(int evaluations) {
        Duration pause = firstReevaluation.multipliedBy(1L << Math.min(evaluations, 20));
        return pause.compareTo(lastReevaluation) > 0 ? lastReevaluation : pause;
    }
}
