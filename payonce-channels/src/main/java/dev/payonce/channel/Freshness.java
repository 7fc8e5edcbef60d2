package dev.payonce.channel;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.Refusal;
import java.time.Duration;
import java.time.Instant;

/**
 * The age of an attempt, where the platform signs its time (channels.md 11.6). Measured against the receipt and not against
 * now, so that a queue in between costs nothing (cases TIM-01, TIM-02). Stateless.
 */
public final class Freshness {
    /** WeChat Pay, Stripe and Standard Webhooks all allow five minutes, here both ways. */
    public static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final int MAX_DIGITS = 12;

    private Freshness() {}

    /**
     * Requires an attempt at most {@link #TOLERANCE} old or ahead.
     *
     * @param seconds since 1970, as they came
     * @param what names the text's place for the log
     * @throws RefusedException as malformed or stale
     */
    public static void require(String seconds, Instant receivedAt, String what) throws RefusedException {
        if (seconds.isEmpty() || seconds.length() > MAX_DIGITS || !isDigits(seconds)) {
            throw malformed(what + " is not a number of seconds");
        }
        Duration age = Duration.between(Instant.ofEpochSecond(Long.parseLong(seconds)), receivedAt);
        if (age.abs().compareTo(TOLERANCE) > 0) {
            // The difference is what tells a wrong clock from a replay (case TIM-03).
            throw new RefusedException(Refusal.STALE, "timestamp is off by seconds=" + age.toSeconds());
        }
    }

    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return false;
            }
        }
        return true;
    }
}
