package dev.payonce.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class OncePerMinuteTest {
    private Instant now = Instant.parse("2026-01-01T00:00:00Z");
    private final OncePerMinute line = new OncePerMinute(new TestClock());

    @Test
    void isDueAtFirstAndAgainAfterAMinute() {
        assertThat(line.isDue()).isTrue();
        assertThat(line.isDue()).isFalse();
        move(Duration.ofMillis(59_999));
        assertThat(line.isDue()).isFalse();
        move(Duration.ofMillis(1));
        assertThat(line.isDue()).isTrue();
    }

    @Test
    void isDueWhenTheClockWasSetBack() {
        assertThat(line.isDue()).isTrue();
        move(Duration.ofHours(-1));
        assertThat(line.isDue()).isTrue();
    }

    private void move(Duration by) {
        now = now.plus(by);
    }

    private final class TestClock extends Clock {
        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneOffset getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
