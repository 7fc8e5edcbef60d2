package dev.payonce.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Refusal;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TallyTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    TallyTest() {
        count("payonce.callbacks", "outcome", "posted", 0);
        count("payonce.gate.claims", "result", "won", 0);
        count("payonce.callbacks.refused", "reason", "stale", 0);
    }

    @Test
    void deliveriesOfApplicablePaymentsArePartedByWhoTurnedThemAway() {
        MeterReading before = MeterReading.of(registry);
        count("payonce.callbacks", "outcome", "posted", 10);
        count("payonce.callbacks", "outcome", "already_posted", 90);
        count("payonce.callbacks", "outcome", "refused", 5);
        count("payonce.callbacks.refused", "reason", "stale", 5);
        count("payonce.gate.claims", "result", "won", 13);
        count("payonce.gate.claims", "result", "done", 20);

        Tally tally = Tally.ofApplicable(MeterReading.of(registry).since(before));

        assertThat(tally).isEqualTo(new Tally(105, 10, 67, 20, 3, 0, Map.of(Refusal.STALE, 5L), 0));
        assertThat(tally.posted() + tally.turnedAway() + tally.allRefused()).isEqualTo(tally.counted());
    }

    @Test
    void readingTellsOnlyWhatWasAddedSince() {
        count("payonce.callbacks", "outcome", "held", 40);
        MeterReading before = MeterReading.of(registry);
        count("payonce.callbacks", "outcome", "held", 2);
        count("payonce.callbacks", "outcome", "unavailable", 1);

        Tally tally = Tally.ofInapplicable(MeterReading.of(registry).since(before));

        assertThat(tally).isEqualTo(new Tally(3, 0, 0, 0, 0, 3, Map.of(), 1));
    }

    @Test
    void sumHoldsEveryReasonOfBoth() {
        Tally one = new Tally(9, 1, 1, 1, 1, 1, Map.of(Refusal.STALE, 4L), 0);
        Tally other = new Tally(8, 1, 1, 1, 1, 1, Map.of(Refusal.STALE, 1L, Refusal.PROBE, 2L), 3);
        assertThat(one.plus(other))
                .isEqualTo(new Tally(17, 2, 2, 2, 2, 2, Map.of(Refusal.STALE, 5L, Refusal.PROBE, 2L), 3));
    }

    private void count(String meter, String tag, String value, int times) {
        for (String channel : DemoChannels.NAMES) {
            // Both channels count for the same.
            registry.counter(meter, tag, value, "channel", channel).increment(channel.equals("wx") ? times : 0);
        }
    }
}
