package dev.payonce;

import java.time.Duration;

/**
 * The gate's answer to a claim.
 *
 * @param state what was found
 * @param mark the fingerprint of a {@link State#DONE} key, otherwise empty
 * @param age how long ago the holder of an {@link State#IN_PROGRESS} key took it, otherwise zero
 */
public record Claim(State state, String mark, Duration age) {

    /** What a claim found. */
    public enum State {
        /** The key is ours. */
        WON,
        /** Somebody holds it. */
        IN_PROGRESS,
        /** The payment with the mark's content is settled. */
        DONE,
        /** It was held when we tried and gone when we looked. */
        VANISHED,
        /** Not asked: the store is taken for dead at present. Nothing of ours can be there. */
        SKIPPED,
        /** The store cannot be used, or holds what we never wrote (a key without time to live, a foreign value). */
        FAULT
    }

    public static Claim won() {
        return new Claim(State.WON, "", Duration.ZERO);
    }

    public static Claim inProgress(Duration age) {
        return new Claim(State.IN_PROGRESS, "", age);
    }

    public static Claim done(String fingerprint) {
        return new Claim(State.DONE, fingerprint, Duration.ZERO);
    }

    public static Claim vanished() {
        return new Claim(State.VANISHED, "", Duration.ZERO);
    }

    public static Claim skipped() {
        return new Claim(State.SKIPPED, "", Duration.ZERO);
    }

    public static Claim fault() {
        return new Claim(State.FAULT, "", Duration.ZERO);
    }
}
