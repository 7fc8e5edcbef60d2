package dev.payonce.simulator;

import dev.payonce.simulator.http.Manner;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One request that was sent, as the journal holds it.
 *
 * @param mailing what was delivered
 * @param copy which of the mailing's senders sent it, from 0
 * @param number 1 for a sender's first attempt
 * @param status the answer's HTTP status; 0: no answer
 * @param body the answer's body, cut after {@value Answer#MAX_BODY} bytes; empty without an answer
 * @param fault why there was no answer: the exception's name and text
 * @param acknowledged whether the platform takes the answer for an acknowledgement
 * @param latencyNanos from sending to the end of the answer, or to the fault
 * @param sending when and how it was sent
 */
public record Attempt(
        Mailing mailing,
        int copy,
        int number,
        int status,
        String body,
        @Nullable String fault,
        boolean acknowledged,
        long latencyNanos,
        Sending sending) {

    /** Whether the receiver answered at all. */
    public boolean answered() {
        return fault == null;
    }

    /** From the intended time of sending to the end of the answer, or to the fault. */
    public long responseNanos() {
        return sending.delayNanos() + latencyNanos;
    }

    /** Whether its latency is the receiver's: answered, and read as it came. */
    public boolean timed() {
        return answered() && sending.manner() == Manner.PROMPT;
    }

    /** How long the receiver took beyond the platform's patience, which acknowledges nothing any more; zero: in time. */
    public Duration pastPatience() {
        Duration over = Duration.ofNanos(latencyNanos)
                .minus(mailing.notification().platform().patience());
        return over.isNegative() || sending.manner() != Manner.PROMPT ? Duration.ZERO : over;
    }
}
