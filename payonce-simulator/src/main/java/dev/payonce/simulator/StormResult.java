package dev.payonce.simulator;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What came of a storm.
 *
 * @param mailings what was to be delivered
 * @param journal every request sent, in the order in which they ended
 * @param duration from the first request to the last answer
 * @param unfinished senders that would have sent again when the time was over
 */
public record StormResult(List<Mailing> mailings, List<Attempt> journal, Duration duration, int unfinished) {
    public StormResult {
        mailings = List.copyOf(mailings);
        journal = List.copyOf(journal);
    }

    public long sent() {
        return journal.size();
    }

    /** Acknowledged requests. */
    public long acknowledged() {
        return journal.stream().filter(Attempt::acknowledged).count();
    }

    /** Requests without an answer. */
    public long unanswered() {
        return journal.stream().filter(attempt -> !attempt.answered()).count();
    }

    /** Requests with this answer's status. */
    public Map<Integer, Long> byStatus() {
        return journal.stream()
                .filter(Attempt::answered)
                .collect(Collectors.groupingBy(Attempt::status, Collectors.counting()));
    }

    /**
     * The latency that this share of the answers did not exceed; zero when nothing was answered. Many of them:
     * {@link #latencies}.
     *
     * @param percent 1 to 100: 50 is the median
     */
    public Duration percentile(int percent) {
        if (percent < 1 || percent > 100) {
            throw new IllegalArgumentException("percent must be 1 to 100");
        }
        return latencies().at(percent);
    }

    /** From the intended time of sending to the end of the answer. */
    public Latencies latencies() {
        return Latencies.of(journal);
    }

    /** Requests that were answered after the platform had stopped waiting, or not at all in the time that it waits. */
    public List<Attempt> late() {
        return journal.stream()
                .filter(attempt -> !attempt.pastPatience().isZero())
                .toList();
    }

    /** Whether any delivery of this mailing was acknowledged. */
    public boolean acknowledged(Mailing mailing) {
        return journal.stream().anyMatch(attempt -> attempt.mailing().equals(mailing) && attempt.acknowledged());
    }

    /** The mailings that should have been acknowledged and never were: payments that the platform believes lost. */
    public List<Mailing> neverAcknowledged() {
        Set<Mailing> acknowledged = journal.stream()
                .filter(Attempt::acknowledged)
                .map(Attempt::mailing)
                .collect(Collectors.toSet());
        return mailings.stream()
                .filter(mailing -> mailing.expectation() == Expectation.ACKNOWLEDGED)
                .filter(mailing -> !acknowledged.contains(mailing))
                .toList();
    }

    /** The requests that were acknowledged and should have been refused. */
    public List<Attempt> wronglyAcknowledged() {
        return journal.stream()
                .filter(Attempt::acknowledged)
                .filter(attempt -> attempt.mailing().expectation() == Expectation.REFUSED)
                .toList();
    }

    /** Whether every mailing met its expectation. */
    public boolean asExpected() {
        return neverAcknowledged().isEmpty() && wronglyAcknowledged().isEmpty();
    }
}
