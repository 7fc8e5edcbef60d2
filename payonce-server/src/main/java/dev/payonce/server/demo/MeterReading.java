package dev.payonce.server.demo;

import dev.payonce.Outcome;
import dev.payonce.Refusal;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the server's counters of design 10 stood at, or went up by, over all channels. Exact only while no delivery is under
 * way.
 *
 * @param callbacks by outcome
 * @param claims by what the gate answered
 * @param refusals by reason
 */
record MeterReading(Map<String, Long> callbacks, Map<String, Long> claims, Map<String, Long> refusals) {
    MeterReading {
        callbacks = Map.copyOf(callbacks);
        claims = Map.copyOf(claims);
        refusals = Map.copyOf(refusals);
    }

    static MeterReading of(MeterRegistry registry) {
        return new MeterReading(
                counters(registry, "payonce.callbacks", "outcome"),
                counters(registry, "payonce.gate.claims", "result"),
                counters(registry, "payonce.callbacks.refused", "reason"));
    }

    private static Map<String, Long> counters(MeterRegistry registry, String meter, String tag) {
        Map<String, Long> counts = new HashMap<>();
        for (Counter counter : registry.get(meter).counters()) {
            counts.merge(String.valueOf(counter.getId().getTag(tag)), Math.round(counter.count()), Long::sum);
        }
        return counts;
    }

    /** By how much the counters went up since then. */
    MeterReading since(MeterReading earlier) {
        return new MeterReading(
                minus(callbacks, earlier.callbacks), minus(claims, earlier.claims), minus(refusals, earlier.refusals));
    }

    private static Map<String, Long> minus(Map<String, Long> now, Map<String, Long> then) {
        Map<String, Long> difference = new HashMap<>(now);
        then.forEach((key, count) -> difference.merge(key, -count, Long::sum));
        return difference;
    }

    long callbacks(Outcome outcome) {
        return callbacks.getOrDefault(outcome.name().toLowerCase(Locale.ROOT), 0L);
    }

    long allCallbacks() {
        return callbacks.values().stream().mapToLong(Long::longValue).sum();
    }

    long claims(String result) {
        return claims.getOrDefault(result, 0L);
    }

    long allClaims() {
        return claims.values().stream().mapToLong(Long::longValue).sum();
    }

    /** The reasons that occurred. */
    Map<Refusal, Long> refused() {
        Map<Refusal, Long> refused = new TreeMap<>();
        for (Refusal refusal : Refusal.values()) {
            long count = refusals.getOrDefault(refusal.name().toLowerCase(Locale.ROOT), 0L);
            if (count > 0) {
                refused.put(refusal, count);
            }
        }
        return refused;
    }
}
