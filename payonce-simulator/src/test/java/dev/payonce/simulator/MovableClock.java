package dev.payonce.simulator;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands until it is set. */
final class MovableClock extends Clock {
    private volatile Instant now;

    MovableClock(Instant now) {
        this.now = now;
    }

    void set(Instant other) {
        now = other;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        throw new UnsupportedOperationException("this clock has no zone");
    }

    @Override
    public Instant instant() {
        return now;
    }
}
