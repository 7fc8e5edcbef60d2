package dev.payonce.simulator;

import java.util.Set;

/**
 * A way in which a request is not genuine. A right receiver acknowledges none of them and writes nothing. A changed
 * amount, order or transaction id under a right signature is no forgery: make it with {@link SimulatedPayment}'s
 * {@code with} methods.
 */
public enum Forgery {
    /** Well formed, changed after it was signed. */
    TAMPERED_BODY,
    /** A well-formed signature by a stranger's key. */
    WRONG_SIGNATURE,
    /** No signature at all. */
    MISSING_SIGNATURE,
    /** The signature is there and empty. */
    EMPTY_SIGNATURE,
    /** WeChat's own probe, {@code WECHATPAY/SIGNTEST/…} (channels.md 1.5). */
    SIGNATURE_PROBE,
    /** Signed by a stranger who names a key that the receiver cannot know. */
    UNKNOWN_KEY,
    /** Properly signed by the platform's key with a weaker algorithm that the message itself names (channels.md 3.2). */
    WEAK_ALGORITHM,
    /** Properly signed, 6 minutes ago. */
    STALE,
    /** Properly signed, 6 minutes ahead. */
    FUTURE,
    /** One bit of the ciphertext flipped before signing. */
    TAMPERED_CIPHERTEXT,
    /** Encrypted under other associated data than it says. */
    WRONG_ASSOCIATED_DATA,
    /** Encrypted with another key. */
    WRONG_API_KEY,
    /** Properly signed, for another merchant (merchant id, seller id). */
    OTHER_MERCHANT,
    /** Properly signed, for another application of a merchant. */
    OTHER_APP,
    /** Another amount, bent to the checksum that was signed in place of the content (channels.md 6.3). */
    CHECKSUM_COLLISION;

    private static final Set<Forgery> SIGNATURES =
            Set.of(WRONG_SIGNATURE, MISSING_SIGNATURE, EMPTY_SIGNATURE, SIGNATURE_PROBE, UNKNOWN_KEY, WEAK_ALGORITHM);
    private static final Set<Forgery> TIMES = Set.of(STALE, FUTURE);

    /**
     * Requires forgeries that the platform knows and that can be had together.
     *
     * @throws IllegalArgumentException naming the forgeries otherwise
     */
    public static void requirePossible(Set<Forgery> forgeries, Platform platform) {
        if (!platform.forgeries().containsAll(forgeries)) {
            throw new IllegalArgumentException(platform.name() + " has not all of the forgeries " + forgeries);
        }
        if (count(forgeries, SIGNATURES) > 1 || count(forgeries, TIMES) > 1) {
            throw new IllegalArgumentException("forgeries exclude each other: " + forgeries);
        }
    }

    private static long count(Set<Forgery> forgeries, Set<Forgery> group) {
        return forgeries.stream().filter(group::contains).count();
    }
}
