package dev.payonce.redis;

import io.lettuce.core.RedisCommandExecutionException;
import java.util.concurrent.CompletionException;

/** What went wrong, as one line of a log tells it. */
final class Failures {
    private static final int MAX_CAUSES = 10;

    private Failures() {}

    /** The failure itself, without what {@code CompletableFuture} wraps around it. */
    static Throwable unwrap(Throwable failure) {
        Throwable cause = failure.getCause();
        return failure instanceof CompletionException && cause != null ? unwrap(cause) : failure;
    }

    /** Type and message of the innermost cause; neither ever holds a password. */
    static String describe(Throwable failure) {
        Throwable innermost = failure;
        for (int i = 0; i < MAX_CAUSES && innermost.getCause() != null; i++) {
            innermost = innermost.getCause();
        }
        return innermost.getClass().getSimpleName() + ": " + innermost.getMessage();
    }

    static boolean isWrongType(Throwable failure) {
        String message = failure.getMessage();
        return failure instanceof RedisCommandExecutionException && message != null && message.startsWith("WRONGTYPE");
    }
}
