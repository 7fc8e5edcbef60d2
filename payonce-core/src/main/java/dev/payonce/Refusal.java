package dev.payonce;

/** Why a delivery is not taken as genuine. Counted apart, so that a wrong clock or key does not look like an attack. */
public enum Refusal {
    /** Larger than the limit; read no further. */
    OVERSIZED("body too large"),
    /** Not in the platform's form: cannot be read, or a value is missing, repeated or not allowed. */
    MALFORMED("malformed notification"),
    /** Signed too long ago, or in the future: a replay, or one of the two clocks is wrong (case TIM-03). */
    STALE("timestamp outside the allowed window"),
    /** Signed with a key that is not configured or not valid now. */
    UNKNOWN_KEY("unknown verification key"),
    /** A deliberately wrong signature by which the platform tests its receivers (case SEC-08). */
    PROBE("signature not valid"),
    /** The signature is missing or does not match. */
    BAD_SIGNATURE("signature not valid"),
    /** Genuine, but meant for another merchant, application or seller. */
    WRONG_RECEIVER("not addressed to this merchant"),
    /** Signed, and the platform itself does not say the same of the payment (channels.md 6.3). */
    UNCONFIRMED("not confirmed by the platform");

    private final String message;

    Refusal(String message) {
        this.message = message;
    }

    /** A constant text for the platform's failure message. */
    public String message() {
        return message;
    }
}
