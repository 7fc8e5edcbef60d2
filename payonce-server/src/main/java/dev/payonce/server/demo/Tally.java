package dev.payonce.server.demo;

import dev.payonce.Outcome;
import dev.payonce.Refusal;
import java.util.Map;
import java.util.TreeMap;

/**
 * Where the deliveries ended, as the server's meters tell it.
 *
 * @param counted deliveries that the server counted
 * @param posted deliveries that posted their payment
 * @param singleFlight duplicates that shared the run of another delivery, in the same process
 * @param gate duplicates that the gate turned away
 * @param database duplicates that only the database turned away
 * @param held deliveries of payments that are on record and could not be applied
 * @param refused deliveries that were not genuine
 * @param again deliveries that were told to come again, in whichever of the other numbers they are
 */
record Tally(
        long counted,
        long posted,
        long singleFlight,
        long gate,
        long database,
        long held,
        Map<Refusal, Long> refused,
        long again) {

    static final Tally NOTHING = new Tally(0, 0, 0, 0, 0, 0, Map.of(), 0);

    Tally {
        refused = Map.copyOf(refused);
    }

    /** The deliveries of payments that can be applied, and forgeries, while the meters went up by this much. */
    static Tally ofApplicable(MeterReading meters) {
        long refused = meters.callbacks(Outcome.REFUSED);
        long posted = meters.callbacks(Outcome.POSTED);
        // A run claims exactly once, whatever comes of it; who did not run shared another's run.
        long shared = meters.allCallbacks() - refused - meters.allClaims();
        // "vanished" and "in progress" lost their claim and went no further than to look.
        long gate = meters.claims("done") + meters.claims("in_progress") + meters.claims("vanished");
        long database = meters.allClaims() - gate - posted;
        return new Tally(meters.allCallbacks(), posted, shared, gate, database, 0, meters.refused(), comeAgain(meters));
    }

    /** The deliveries of payments that cannot be applied, while the meters went up by this much. */
    static Tally ofInapplicable(MeterReading meters) {
        long refused = meters.callbacks(Outcome.REFUSED);
        long held = meters.allCallbacks() - refused;
        return new Tally(meters.allCallbacks(), 0, 0, 0, 0, held, meters.refused(), comeAgain(meters));
    }

    private static long comeAgain(MeterReading meters) {
        return meters.callbacks(Outcome.IN_PROGRESS) + meters.callbacks(Outcome.UNAVAILABLE);
    }

    Tally plus(Tally other) {
        Map<Refusal, Long> reasons = new TreeMap<>(refused);
        other.refused.forEach((reason, count) -> reasons.merge(reason, count, Long::sum));
        return new Tally(
                counted + other.counted,
                posted + other.posted,
                singleFlight + other.singleFlight,
                gate + other.gate,
                database + other.database,
                held + other.held,
                reasons,
                again + other.again);
    }

    long turnedAway() {
        return singleFlight + gate + database;
    }

    long allRefused() {
        return refused.values().stream().mapToLong(Long::longValue).sum();
    }
}
