package dev.payonce;

import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Workers that are daemon threads, ended when they have been idle for a minute. */
final class WorkerThreads implements Workers {
    private final ThreadPoolExecutor pool;

    WorkerThreads(String name, int threads, int queue) {
        AtomicInteger number = new AtomicInteger();
        pool = new ThreadPoolExecutor(threads, threads, 60, TimeUnit.SECONDS, new ArrayBlockingQueue<>(queue), task -> {
            Thread thread = new Thread(task, "payonce-" + name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        pool.allowCoreThreadTimeOut(true);
    }

    @Override
    public <T> CompletableFuture<T> call(Supplier<T> call) {
        try {
            return CompletableFuture.supplyAsync(call, pool);
        } catch (RejectedExecutionException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    @Override
    public void close() {
        pool.shutdown();
    }

    /** See {@link Scheduling#THREADS}. */
    static final class Pools implements Scheduling {
        @Override
        public Workers workers(String name, int threads, int queue) {
            return new WorkerThreads(name, threads, queue);
        }

        @Override
        public <T> CompletableFuture<T> completeOnTimeout(CompletableFuture<T> future, T value, Duration patience) {
            return future.completeOnTimeout(value, patience.toMillis(), TimeUnit.MILLISECONDS);
        }
    }
}
