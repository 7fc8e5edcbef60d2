package dev.payonce.redis;

import org.jspecify.annotations.Nullable;

/**
 * Redis could not be used: unreachable, slow, out of memory, read-only, loading. The cause is Lettuce's own. Has no stack
 * trace, since thousands of these may be made a second while Redis is down.
 */
public final class RedisGateException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    RedisGateException(String message, @Nullable Throwable cause) {
        super(message, cause, false, false);
    }
}
