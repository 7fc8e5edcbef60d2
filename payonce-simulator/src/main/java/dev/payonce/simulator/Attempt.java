package dev.payonce.simulator;

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
 */
public record Attempt(
        Mailing mailing,
        int copy,
        int number,
        int status,
        String body,
        @Nullable String fault,
        boolean acknowledged,
        long latencyNanos) {

    /** Whether the receiver answered at all. */
    public boolean answered() {
        return fault == null;
    }
}
