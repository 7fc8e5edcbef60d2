package dev.payonce.channel;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is to be said of a channel's keys at one time. Holds no key.
 *
 * @param verifies whether deliveries can be verified at all
 * @param expired how many of the keys are past their end
 * @param soonestExpiry when the first of the keys that are not yet past it ends; null if none ever does
 * @param problem why new keys cannot be had from the platform, in words without a secret; null if all is well
 */
public record KeyReport(
        boolean verifies,
        int expired,
        @Nullable Instant soonestExpiry,
        @Nullable String problem) {

    /** How long one key or certificate is valid. */
    public record Validity(Instant notBefore, Instant notAfter) {}

    /** The report on keys of which each verifies by itself. */
    public static KeyReport of(Collection<VerificationKey> keys, Instant now) {
        List<Validity> validities = keys.stream()
                .map(key -> new Validity(key.notBefore(), key.notAfter()))
                .toList();
        return of(keys.stream().anyMatch(key -> key.isValidAt(now)), validities, now);
    }

    public static KeyReport of(boolean verifies, List<Validity> keys, Instant now) {
        int expired = 0;
        Instant soonest = Instant.MAX;
        for (Validity key : keys) {
            if (key.notAfter.isBefore(now)) {
                expired++;
            } else if (key.notAfter.isBefore(soonest)) {
                soonest = key.notAfter;
            }
        }
        return new KeyReport(verifies, expired, soonest.equals(Instant.MAX) ? null : soonest, null);
    }

    public KeyReport withProblem(@Nullable String text) {
        return new KeyReport(verifies, expired, soonestExpiry, text);
    }
}
