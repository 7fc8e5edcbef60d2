package dev.payonce.redis;

import dev.payonce.Claim;
import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The two forms of a key's value, and what one that was read means. */
final class StoredValue {
    private static final String PROCESSING = "PROCESSING:";
    private static final String SUCCESS = "SUCCESS:";
    private static final Pattern MARK = Pattern.compile(SUCCESS + "[0-9a-f]{16}");

    /** What PTTL answers for a key that is not there. */
    private static final long GONE = -2;

    private StoredValue() {}

    static String processing(String token) {
        return PROCESSING + token;
    }

    static String success(String fingerprint) {
        return SUCCESS + fingerprint;
    }

    /**
     * Reads a key that our own SET did not get. Value and time to live are two commands, so the key may have changed hands
     * between them; then the age comes out too low, which only delays a take-over.
     *
     * @param text the value, null when the key was gone
     * @param millisLeft as PTTL answers
     */
    static Claim read(String token, @Nullable String text, long millisLeft, Duration processingTtl) {
        if (text == null) {
            return Claim.vanished();
        }
        if (text.equals(processing(token))) {
            // Our client lost the connection and sent the command again: the first copy had won.
            return Claim.won();
        }
        boolean claimed = text.startsWith(PROCESSING);
        if (!claimed && !MARK.matcher(text).matches()) {
            return Claim.fault();
        }
        if (millisLeft < 0) {
            return millisLeft == GONE ? Claim.vanished() : Claim.fault();
        }
        return claimed
                ? Claim.inProgress(age(millisLeft, processingTtl))
                : Claim.done(text.substring(SUCCESS.length()));
    }

    private static Duration age(long millisLeft, Duration processingTtl) {
        Duration age = processingTtl.minusMillis(millisLeft);
        return age.isNegative() ? Duration.ZERO : age;
    }
}
