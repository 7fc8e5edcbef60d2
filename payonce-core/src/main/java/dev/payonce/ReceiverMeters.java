package dev.payonce;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/**
 * The receiver's meters (design 10), all of them present from the start with zero, so that a rate over the first event is
 * not lost. Tags are of bounded number: channel names, outcomes, reasons.
 */
final class ReceiverMeters {
    private final MeterRegistry registry;
    private final Map<String, Map<Outcome, Timer>> durations = new HashMap<>();
    private final Map<String, Map<Outcome, Counter>> callbacks = new HashMap<>();
    private final Map<String, Map<Refusal, Counter>> refusals = new HashMap<>();
    private final Map<ClaimResult, Counter> claims = new EnumMap<>(ClaimResult.class);
    private final Counter gateErrors;

    ReceiverMeters(MeterRegistry registry, Channels channels) {
        this.registry = registry;
        for (Channel channel : channels.all()) {
            String name = channel.name();
            durations.put(name, new EnumMap<>(Outcome.class));
            callbacks.put(name, new EnumMap<>(Outcome.class));
            refusals.put(name, new EnumMap<>(Refusal.class));
            for (Outcome outcome : Outcome.values()) {
                at(durations, name).put(outcome, duration(name, outcome));
                at(callbacks, name).put(outcome, callbacks(name, outcome));
            }
            for (Refusal refusal : Refusal.values()) {
                at(refusals, name).put(refusal, refused(name, refusal));
            }
        }
        for (ClaimResult result : ClaimResult.values()) {
            claims.put(
                    result,
                    Counter.builder("payonce.gate.claims")
                            .description("Claims by what the gate answered")
                            .tag("result", lower(result))
                            .register(registry));
        }
        gateErrors = Counter.builder("payonce.gate.errors")
                .description("Calls that the gate could not serve; the database decided alone")
                .register(registry);
    }

    /** What a claim came to. */
    enum ClaimResult {
        WON,
        IN_PROGRESS,
        DONE,
        ABANDONED,
        VANISHED,
        FAULT
    }

    Timer.Sample start() {
        return Timer.start(registry);
    }

    /** Counts a callback and returns its duration in nanoseconds. */
    long callback(String channel, Receipt receipt, Timer.Sample sample) {
        at(at(callbacks, channel), receipt.outcome()).increment();
        Refusal refusal = receipt.refusal();
        if (refusal != null) {
            at(at(refusals, channel), refusal).increment();
        }
        return sample.stop(at(at(durations, channel), receipt.outcome()));
    }

    void claim(ClaimResult result) {
        at(claims, result).increment();
    }

    void gateError() {
        gateErrors.increment();
    }

    private Timer duration(String channel, Outcome outcome) {
        return Timer.builder("payonce.callback.duration")
                .description("Time from the whole body received to the answer known")
                .tag("channel", channel)
                .tag("outcome", lower(outcome))
                .register(registry);
    }

    private Counter callbacks(String channel, Outcome outcome) {
        return Counter.builder("payonce.callbacks")
                .description("Callbacks by outcome")
                .tag("channel", channel)
                .tag("outcome", lower(outcome))
                .register(registry);
    }

    private Counter refused(String channel, Refusal refusal) {
        return Counter.builder("payonce.callbacks.refused")
                .description("Refused callbacks by reason")
                .tag("channel", channel)
                .tag("reason", lower(refusal))
                .register(registry);
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private static <K, V> V at(Map<K, V> map, K key) {
        V value = map.get(key);
        if (value == null) {
            throw new IllegalArgumentException("not a configured channel: " + key);
        }
        return value;
    }
}
