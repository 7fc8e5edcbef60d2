package dev.payonce.redis;

import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisReadOnlyException;
import io.lettuce.core.api.StatefulConnection;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one connection to Redis.
 *
 * <ol>
 *   <li>It is opened in the background at the start; while there is none, whoever asks for it triggers a new attempt, at
 *       most one a second, and is told at once that there is none.
 *   <li>A connection that breaks is reopened by Lettuce itself; with Sentinel, to the master of that moment.
 *   <li>A connection that looks alive and is of no use is given up: the server turned read-only (a master that became a
 *       replica), or nothing came back for {@value #SILENCE_SECONDS} seconds (its peer vanished without a word).
 * </ol>
 *
 * <p>Thread-safe; never blocks, but for {@link #close}.
 */
final class RedisLink implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(RedisLink.class);
    private static final long ATTEMPT_EVERY = Duration.ofSeconds(1).toMillis();
    private static final long SILENCE_SECONDS = 3;

    private final LettuceClient client;
    private final Clock clock;
    private final OncePerMinute attemptFailed;
    private final AtomicReference<@Nullable StatefulConnection<String, String>> connection = new AtomicReference<>();
    private final AtomicLong nextAttemptAt = new AtomicLong(Long.MIN_VALUE);
    private final CompletableFuture<Void> firstAttempt = new CompletableFuture<>();
    private volatile long lastReplyAt;
    private volatile boolean closed;

    RedisLink(LettuceClient client, Clock clock) {
        this.client = client;
        this.clock = clock;
        this.attemptFailed = new OncePerMinute(clock);
        this.lastReplyAt = clock.millis();
        connectIfDue();
    }

    /** The connection; null when there is none at present. */
    @Nullable
    StatefulConnection<String, String> connection() {
        StatefulConnection<String, String> current = connection.get();
        if (current == null) {
            connectIfDue();
        }
        return current;
    }

    /** Completes when the first attempt to connect has ended, well or badly. */
    CompletionStage<Void> firstAttempt() {
        return firstAttempt.minimalCompletionStage();
    }

    /** To be told of each command that was answered. */
    void answered() {
        lastReplyAt = clock.millis();
    }

    /** To be told of each command that failed on this connection. */
    void failed(StatefulConnection<String, String> on, Throwable failure) {
        boolean silent = failure instanceof RedisCommandTimeoutException
                && clock.millis() - lastReplyAt
                        >= Duration.ofSeconds(SILENCE_SECONDS).toMillis();
        boolean demoted = failure instanceof RedisReadOnlyException;
        if ((silent || demoted) && connection.compareAndSet(on, null)) {
            log.warn("gate gave up its connection reason={}", demoted ? "read-only" : "silent");
            var unused = on.closeAsync();
        }
    }

    private void connectIfDue() {
        long now = clock.millis();
        long due = nextAttemptAt.get();
        // Due further away than one interval: the clock was set back.
        boolean waiting = due > now && due <= now + ATTEMPT_EVERY;
        if (closed || waiting || !nextAttemptAt.compareAndSet(due, now + ATTEMPT_EVERY)) {
            return;
        }
        CompletionStage<? extends StatefulConnection<String, String>> attempt;
        try {
            attempt = client.connect();
        } catch (RuntimeException e) {
            attempt = CompletableFuture.failedFuture(e);
        }
        var unused = attempt.whenComplete((fresh, failure) -> {
            if (failure == null) {
                adopt(fresh);
            } else if (attemptFailed.isDue()) {
                log.warn("gate cannot connect to Redis error={}", Failures.describe(failure));
            }
            firstAttempt.complete(null);
        });
    }

    private void adopt(StatefulConnection<String, String> fresh) {
        lastReplyAt = clock.millis();
        boolean adopted = connection.compareAndSet(null, fresh);
        if (adopted && !closed) {
            log.info("gate connected to Redis");
            return;
        }
        // Another attempt was faster, or the gate was closed meanwhile.
        if (adopted) {
            connection.set(null);
        }
        var unused = fresh.closeAsync();
    }

    @Override
    public void close() {
        closed = true;
        connection.set(null);
        client.close();
    }
}
