package dev.payonce.simulator;

import dev.payonce.simulator.http.Manner;
import dev.payonce.simulator.http.RequestBytes;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Delivers one copy of one mailing, attempt after attempt. Used by one thread at a time, handed over through the executors
 * of the storm.
 */
final class Sender {
    /** Well within the 5 minutes for which a receiver takes a signature for fresh. */
    private static final Duration SIGNATURE_LIFE = Duration.ofMinutes(4);

    private final Mailing mailing;
    private final int copy;
    private final List<Duration> pauses;
    private final RandomGenerator random;
    private final Manner firstManner;
    private int attempts;
    private byte @Nullable [] signedAhead;
    private Instant signedAt = Instant.MIN;

    /** @param pauses before each further attempt, compressed and cut to the allowed number */
    Sender(Mailing mailing, int copy, List<Duration> pauses, Weather weather, long seed) {
        this.mailing = mailing;
        this.copy = copy;
        this.pauses = mailing.genuine() ? pauses : List.of();
        this.random = new SplittableRandom(seed);
        this.firstManner = mailing.genuine() ? weather.manner(random) : Manner.PROMPT;
    }

    Mailing mailing() {
        return mailing;
    }

    void signAhead(Instant now) {
        signedAhead = sign(now);
        signedAt = now;
    }

    /** What was signed ahead, once and while it is fresh. */
    byte @Nullable [] ready(Instant now) {
        byte[] ready = signedAhead;
        signedAhead = null;
        return ready != null && Duration.between(signedAt, now).compareTo(SIGNATURE_LIFE) < 0 ? ready : null;
    }

    byte[] sign(Instant now) {
        SignedRequest request = mailing.notification().sign(mailing.forgeries(), now, random);
        return RequestBytes.encode(request.method(), mailing.target(), request.headers(), request.body());
    }

    /** One more attempt is sent now. */
    Sending sending(Instant now, long delayNanos) {
        attempts++;
        return new Sending(now, delayNanos, attempts == 1 ? firstManner : Manner.PROMPT);
    }

    Attempt answered(Answer answer, long nanos, Sending sending) {
        Platform platform = mailing.notification().platform();
        // What comes later the platform does not hear.
        boolean acknowledged = platform.acknowledged(answer)
                && (sending.manner() == Manner.SLOW
                        || nanos <= platform.patience().toNanos());
        return new Attempt(mailing, copy, attempts, answer.status(), answer.body(), null, acknowledged, nanos, sending);
    }

    Attempt unanswered(IOException fault, long nanos, Sending sending) {
        return new Attempt(mailing, copy, attempts, 0, "", fault.toString(), false, nanos, sending);
    }

    /** The pause before the next attempt; absent when there is to be none. */
    @Nullable
    Duration pauseAfter(Attempt attempt) {
        return attempt.acknowledged() || attempts > pauses.size() ? null : pauses.get(attempts - 1);
    }
}
