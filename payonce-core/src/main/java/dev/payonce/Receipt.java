package dev.payonce;

import org.jspecify.annotations.Nullable;

/**
 * What a delivery came to, and whether the platform is told success. A {@link Channel} turns it into bytes.
 *
 * @param outcome what became of it
 * @param success whether the platform may stop sending it
 * @param refusal why it was refused; present exactly for {@link Outcome#REFUSED}
 * @param heldReason why it is held; present exactly for {@link Outcome#HELD}
 */
public record Receipt(
        Outcome outcome,
        boolean success,
        @Nullable Refusal refusal,
        @Nullable HeldReason heldReason) {
    public Receipt {
        if (success != maySucceed(outcome) && outcome != Outcome.HELD) {
            throw new IllegalArgumentException(outcome + " cannot be answered with success=" + success);
        }
        if ((refusal != null) != (outcome == Outcome.REFUSED) || (heldReason != null) != (outcome == Outcome.HELD)) {
            throw new IllegalArgumentException("refusal and held reason belong to REFUSED and HELD only");
        }
    }

    private static boolean maySucceed(Outcome outcome) {
        return switch (outcome) {
            case IGNORED, POSTED, ALREADY_POSTED, HELD -> true;
            case REFUSED, CONFLICT, IN_PROGRESS, UNAVAILABLE -> false;
        };
    }

    public static Receipt of(Outcome outcome) {
        return new Receipt(outcome, maySucceed(outcome), null, null);
    }

    public static Receipt refused(Refusal refusal) {
        return new Receipt(Outcome.REFUSED, false, refusal, null);
    }

    public static Receipt held(HeldReason reason, boolean success) {
        return new Receipt(Outcome.HELD, success, null, reason);
    }

    /** The HTTP status of this receipt where the platform reads it; 200 for every success. */
    public int status() {
        if (success) {
            return 200;
        }
        return switch (outcome) {
            case REFUSED -> refusal == Refusal.OVERSIZED ? 413 : 401;
            case CONFLICT, HELD -> 409;
            case IN_PROGRESS, UNAVAILABLE -> 503;
            case IGNORED, POSTED, ALREADY_POSTED -> throw new IllegalStateException("a success has no failure status");
        };
    }

    /** A short constant text for the platform's failure message. */
    public String message() {
        return switch (outcome) {
            case REFUSED -> refusal == null ? "refused" : refusal.message();
            case CONFLICT -> "conflicts with an earlier notification of this transaction";
            case HELD -> "payment recorded, order not payable: " + heldReason;
            case IN_PROGRESS -> "in progress, please send again";
            case UNAVAILABLE -> "temporarily unavailable, please send again";
            case IGNORED, POSTED, ALREADY_POSTED -> "OK";
        };
    }
}
