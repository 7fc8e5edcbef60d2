package dev.payonce.lab.schemes;

import dev.payonce.PaymentNotification;
import io.lettuce.core.SetArgs;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A payment's key in Redis, as the schemes that claim it use it. Thread-safe. */
final class Claims {
    private static final String PROCESSING = "PROCESSING";
    private static final String SUCCESS = "SUCCESS";
    private static final Duration REMEMBERED = Duration.ofDays(1);

    private final RedisCommands<String, String> redis;
    private final Duration ttl;

    /** @param ttl how long a claim lives that nobody ends */
    Claims(RedisCommands<String, String> redis, Duration ttl) {
        this.redis = redis;
        this.ttl = ttl;
    }

    /** {@code SET key PROCESSING NX PX}: one command, so that no claim is without its end. */
    boolean claim(PaymentNotification payment) {
        return "OK"
                .equals(redis.set(key(payment), PROCESSING, SetArgs.Builder.nx().px(ttl)));
    }

    /** Whether the key says that the payment was posted. */
    boolean isDone(PaymentNotification payment) {
        @Nullable String value = redis.get(key(payment));
        return SUCCESS.equals(value);
    }

    /** The key stays for a day. */
    void done(PaymentNotification payment) {
        String answer = redis.set(key(payment), SUCCESS, SetArgs.Builder.px(REMEMBERED));
        if (!"OK".equals(answer)) {
            throw new IllegalStateException("Redis answered " + answer);
        }
    }

    /** Plain {@code DEL}, whoever's the key is. */
    void release(PaymentNotification payment) {
        var unused = redis.del(key(payment));
    }

    private static String key(PaymentNotification payment) {
        return "pay:" + payment.key().transactionId();
    }
}
