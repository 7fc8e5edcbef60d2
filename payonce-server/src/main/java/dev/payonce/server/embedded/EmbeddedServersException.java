package dev.payonce.server.embedded;

import org.jspecify.annotations.Nullable;

/**
 * The embedded servers could not start, or could not stop. The message is written for the operator: what is wrong, and
 * {@link #action} what to do about it. Holds no password.
 */
public final class EmbeddedServersException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String action;

    EmbeddedServersException(String problem, String action) {
        this(problem, action, null);
    }

    EmbeddedServersException(String problem, String action, @Nullable Throwable cause) {
        super(problem, cause);
        this.action = action;
    }

    /** What the operator can do; one sentence or two. */
    public String action() {
        return action;
    }
}
