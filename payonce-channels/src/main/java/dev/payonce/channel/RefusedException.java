package dev.payonce.channel;

import dev.payonce.Decoded;
import dev.payonce.Refusal;

/**
 * Ends the decoding of a delivery that is not taken as genuine. Checked, so that the compiler sees to it that no channel
 * lets it out of {@link dev.payonce.Channel#decode}: there it becomes {@link #decoded() the value} that it stands for.
 * Carries no stack trace, since hostile input must cost little.
 */
public final class RefusedException extends Exception {
    private final Refusal refusal;
    private final String detail;

    /** See {@link Decoded#refused} for what a detail may hold. */
    public RefusedException(Refusal refusal, String detail) {
        super(detail, null, false, false);
        this.refusal = refusal;
        this.detail = detail;
    }

    public static RefusedException malformed(String detail) {
        return new RefusedException(Refusal.MALFORMED, detail);
    }

    public Decoded decoded() {
        return Decoded.refused(refusal, detail);
    }
}
