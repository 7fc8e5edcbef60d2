package dev.payonce.simulation;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.PriorityQueue;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The one thread and the virtual time. Events run in the order of their time, and of their making where that is equal.
 * Time passes between events only.
 */
final class Scheduler {
    private static final Instant START = Instant.parse("2026-03-01T10:15:30Z");
    private static final int MAX_EVENTS = 200_000;

    private final PriorityQueue<Event> queue = new PriorityQueue<>();
    private final Trace trace;
    private long now;
    private long made;
    private @Nullable Lane lane;

    Scheduler(Trace trace) {
        this.trace = trace;
    }

    private record Event(long at, long number, Actor process, Lane lane, Runnable run) implements Comparable<Event> {
        @Override
        public int compareTo(Event other) {
            int byTime = Long.compare(at, other.at);
            return byTime == 0 ? Long.compare(number, other.number) : byTime;
        }
    }

    /** Where events happen: what a process was about to do is gone when it dies and waits while it is paused. */
    static final class Actor {
        private final String name;
        private boolean dead;
        private long pausedUntil;

        Actor(String name) {
            this.name = name;
        }

        void die() {
            dead = true;
        }

        boolean isDead() {
            return dead;
        }

        void pauseUntil(long until) {
            pausedUntil = Math.max(pausedUntil, until);
        }

        @Override
        public String toString() {
            return name;
        }
    }

    long now() {
        return now;
    }

    Instant instant() {
        return START.plusMillis(now);
    }

    /** A process's clock, which is off by so much. */
    Clock clock(LongSupplier skew) {
        return new Clock() {
            @Override
            public Instant instant() {
                return START.plusMillis(now + skew.getAsLong());
            }

            @Override
            public ZoneId getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }
        };
    }

    /** The lane of the event that is running. */
    Lane lane() {
        if (lane == null) {
            throw new IllegalStateException("no event is running");
        }
        return lane;
    }

    void after(long millis, Actor process, Runnable run) {
        at(now + millis, process, lane(), run);
    }

    void at(long time, Actor process, Lane inLane, Runnable run) {
        queue.add(new Event(Math.max(time, now), made++, process, inLane, run));
    }

    boolean isTraced() {
        return trace.isKept();
    }

    void note(String what) {
        if (trace.isKept()) {
            trace.add(now, lane == null ? "" : lane.toString(), what);
        }
    }

    /**
     * Runs all events to the last.
     *
     * @return whether there was a last
     */
    boolean run() {
        for (int events = 0; events < MAX_EVENTS; events++) {
            Event event = queue.poll();
            if (event == null) {
                return true;
            }
            now = event.at;
            if (event.process.dead) {
                continue;
            }
            if (event.process.pausedUntil > now) {
                queue.add(new Event(event.process.pausedUntil, event.number, event.process, event.lane, event.run));
                continue;
            }
            lane = event.lane;
            event.run.run();
            lane = null;
        }
        return false;
    }
}
