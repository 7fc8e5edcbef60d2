package dev.payonce;

import org.jspecify.annotations.Nullable;

/**
 * What the database says of a payment, after the commit.
 *
 * @param outcome one of CONFLICT, POSTED, ALREADY_POSTED, HELD
 * @param heldReason present exactly for HELD
 */
public record Confirmation(Outcome outcome, @Nullable HeldReason heldReason) {
    public static final Confirmation POSTED = new Confirmation(Outcome.POSTED, null);
    public static final Confirmation ALREADY_POSTED = new Confirmation(Outcome.ALREADY_POSTED, null);
    public static final Confirmation CONFLICT = new Confirmation(Outcome.CONFLICT, null);

    public Confirmation {
        boolean committed = switch (outcome) {
            case CONFLICT, POSTED, ALREADY_POSTED, HELD -> true;
            case REFUSED, IGNORED, IN_PROGRESS, UNAVAILABLE -> false;
        };
        if (!committed || (heldReason != null) != (outcome == Outcome.HELD)) {
            throw new IllegalArgumentException(outcome + " with held reason " + heldReason + " is no confirmation");
        }
    }

    public static Confirmation held(HeldReason reason) {
        return new Confirmation(Outcome.HELD, reason);
    }

    /** Whether the payment is settled for good, so that a mark in the gate may say so. */
    public boolean settled() {
        return outcome == Outcome.POSTED || outcome == Outcome.ALREADY_POSTED;
    }
}
