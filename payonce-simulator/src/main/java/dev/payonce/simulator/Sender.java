package dev.payonce.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Delivers one copy of one mailing, attempt after attempt. Used by one thread at a time, handed over through concurrent
 * collections.
 */
final class Sender {
    /** Well within the 5 minutes for which a receiver takes a signature for fresh. */
    private static final Duration SIGNATURE_LIFE = Duration.ofMinutes(4);

    private final Mailing mailing;
    private final int copy;
    private final List<Duration> pauses;
    private final RandomGenerator random;
    private int attempts;
    private @Nullable SignedRequest signedAhead;
    private Instant signedAt = Instant.MIN;

    /** @param pauses before each further attempt, compressed and cut to the allowed number */
    Sender(Mailing mailing, int copy, List<Duration> pauses, long seed) {
        this.mailing = mailing;
        this.copy = copy;
        this.pauses = mailing.genuine() ? pauses : List.of();
        this.random = new SplittableRandom(seed);
    }

    Mailing mailing() {
        return mailing;
    }

    void signAhead(Instant now) {
        signedAhead = sign(now);
        signedAt = now;
    }

    /** The next attempt's request. */
    SignedRequest next(Instant now) {
        attempts++;
        SignedRequest ready = signedAhead;
        signedAhead = null;
        return ready != null && Duration.between(signedAt, now).compareTo(SIGNATURE_LIFE) < 0 ? ready : sign(now);
    }

    Attempt answered(Answer answer, long nanos) {
        boolean acknowledged = mailing.notification().platform().acknowledged(answer);
        return new Attempt(mailing, copy, attempts, answer.status(), answer.body(), null, acknowledged, nanos);
    }

    Attempt unanswered(Throwable fault, long nanos) {
        return new Attempt(mailing, copy, attempts, 0, "", fault.toString(), false, nanos);
    }

    /** The pause before the next attempt; absent when there is to be none. */
    @Nullable
    Duration pauseAfter(Attempt attempt) {
        return attempt.acknowledged() || attempts > pauses.size() ? null : pauses.get(attempts - 1);
    }

    private SignedRequest sign(Instant now) {
        return mailing.notification().sign(mailing.forgeries(), now, random);
    }
}
