package dev.payonce;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bounded pool on which a database or a platform is spoken to. When it is full, work is refused at once instead of
 * queueing.
 */
final class Workers implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Workers.class);

    private final ThreadPoolExecutor pool;

    Workers(String name, int threads, int queue) {
        AtomicInteger number = new AtomicInteger();
        pool = new ThreadPoolExecutor(threads, threads, 60, TimeUnit.SECONDS, new ArrayBlockingQueue<>(queue), task -> {
            Thread thread = new Thread(task, "payonce-" + name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        pool.allowCoreThreadTimeOut(true);
    }

    /** Completes exceptionally with what the call threw, or at once with {@link RejectedExecutionException}. */
    <T> CompletableFuture<T> call(Supplier<T> call) {
        try {
            return CompletableFuture.supplyAsync(call, pool);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Runs it if there is room, and logs what it throws. */
    void tryRun(Runnable task) {
        var unused = call(() -> {
                    task.run();
                    return true;
                })
                .exceptionally(fault -> {
                    log.warn("background task failed fault={}", Faults.describe(fault));
                    return false;
                });
    }

    /** Takes no more work. What is still running is not interrupted: it may be in its COMMIT. */
    @Override
    public void close() {
        pool.shutdown();
    }
}
