package dev.payonce;

import org.jspecify.annotations.Nullable;

/**
 * The platform could not be asked, or did not answer in a form that says anything. Nothing may be concluded about the
 * delivery: it is answered with "retry". The message is for the log: no keys, tokens or personal data.
 */
public final class PlatformUnavailableException extends RuntimeException {
    public PlatformUnavailableException(String message) {
        this(message, null);
    }

    public PlatformUnavailableException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
