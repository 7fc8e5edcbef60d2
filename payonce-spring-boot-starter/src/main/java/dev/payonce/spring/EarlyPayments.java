package dev.payonce.spring;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads on which payments that came before their order are evaluated, once the application's transaction that created
 * the order has committed. Few and bounded: what finds no room is left to the next tick. Not itself an {@link Executor}, so
 * that no application takes the bean for one of its own. Thread-safe.
 */
final class EarlyPayments implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EarlyPayments.class);
    private static final int THREADS = 2;
    private static final int QUEUE = 1_000;
    private static final int PATIENCE_SECONDS = 5;

    private final ThreadPoolExecutor pool;

    EarlyPayments() {
        pool = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                60,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(QUEUE),
                task -> {
                    Thread thread = new Thread(task, "payonce-early-payments");
                    thread.setDaemon(true);
                    return thread;
                },
                (task, full) -> log.warn("early payments stay held until the next tick, too many at once"));
        pool.allowCoreThreadTimeOut(true);
    }

    Executor executor() {
        return pool;
    }

    @Override
    public void close() {
        pool.shutdown();
        try {
            if (!pool.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                log.warn("early payments stay held until the next tick, shutting down");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
