package dev.payonce;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/**
 * What the pipeline does not do on its caller's thread: work that blocks, and deadlines. The one place where it meets threads
 * and the passing of time, so that a simulation can put its own in their stead.
 */
interface Scheduling {
    /** Threads and real time. */
    Scheduling THREADS = new WorkerThreads.Pools();

    Workers workers(String name, int threads, int queue);

    /** Completes the future with {@code value} unless it is completed within {@code patience}; returns that future. */
    <T> CompletableFuture<T> completeOnTimeout(CompletableFuture<T> future, T value, Duration patience);
}
