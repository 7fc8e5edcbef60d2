package dev.payonce.simulator;

import dev.payonce.simulator.http.HttpClient;
import java.util.List;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** Which sender is to send next, and when. For one thread. */
final class Schedule {
    private static final long NANOS = 1_000_000_000;

    private final List<Sender> senders;
    private final int rate;
    private final PriorityQueue<Due> retries = new PriorityQueue<>();
    private long start;
    private int next;
    private int open;
    private long sent;
    private boolean waking;

    /** @param rate first attempts a second; 0: all at once */
    Schedule(List<Sender> senders, int rate) {
        this.senders = List.copyOf(senders);
        this.rate = rate;
        this.open = senders.size();
    }

    /** A sender and when it is to send; of those due at the same time, the lower sequence goes first. */
    record Due(Sender sender, long nanos, int sequence) implements Comparable<Due> {
        @Override
        public int compareTo(Due other) {
            int byTime = Long.compare(nanos - other.nanos, 0);
            return byTime != 0 ? byTime : Integer.compare(sequence, other.sequence);
        }
    }

    List<Sender> senders() {
        return senders;
    }

    void start(long now) {
        start = now;
    }

    /** What is due, the earliest first; absent when nothing is yet. */
    @Nullable
    Due poll(long now) {
        Due retry = retries.peek();
        Due first = next < senders.size() ? first() : null;
        if (first != null && (retry == null || first.compareTo(retry) <= 0)) {
            if (first.nanos - now > 0) {
                return null;
            }
            next++;
            return first;
        }
        return retry == null || retry.nanos - now > 0 ? null : retries.poll();
    }

    /** Sees to it that the task runs when the next sender is due; one alarm at a time. */
    void wakeUp(long now, HttpClient client, Runnable task) {
        Due retry = retries.peek();
        Due first = next < senders.size() ? first() : null;
        if (waking || (retry == null && first == null)) {
            return;
        }
        long pause = Math.min(
                first == null ? Long.MAX_VALUE : first.nanos - now, retry == null ? Long.MAX_VALUE : retry.nanos - now);
        waking = true;
        // Another one may become due before: no alarm sleeps for long.
        client.after(Math.max(1, Math.min(pause, NANOS / 1000)), () -> {
            waking = false;
            task.run();
        });
    }

    void again(Due due, long nanos) {
        retries.add(new Due(due.sender, nanos, due.sequence));
    }

    /** One sender is done. */
    void close() {
        open--;
    }

    void sent() {
        sent++;
    }

    /** Senders that are still at it. */
    int open() {
        return open;
    }

    long allSent() {
        return sent;
    }

    private Due first() {
        return new Due(senders.get(next), start + (rate == 0 ? 0 : next * NANOS / rate), next);
    }
}
