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
 */
public record BookSettings(
        KeepBodies keepBodies, Duration unknownOrderAfter, Duration firstReevaluation, Duration lastReevaluation) {
    public static final BookSettings DEFAULT =
            new BookSettings(KeepBodies.HELD, Duration.ofMinutes(2), Duration.ofSeconds(30), Duration.ofHours(1));

    Duration pauseAfter(int evaluations) {
        Duration pause = firstReevaluation.multipliedBy(1L << Math.min(evaluations, 20));
        return pause.compareTo(lastReevaluation) > 0 ? lastReevaluation : pause;
    }
}
