package dev.payonce;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Starts many threads at the same moment and collects what they return, in the order of their numbers. */
public final class Race {
    private Race() {}

    public static <T> List<T> of(int threads, IntFunction<T> runner) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier start = new CyclicBarrier(threads);
            List<Callable<T>> racers = IntStream.range(0, threads)
                    .<Callable<T>>mapToObj(i -> () -> {
                        start.await(30, TimeUnit.SECONDS);
                        return runner.apply(i);
                    })
                    .toList();
            List<T> results = new ArrayList<>();
            for (Future<T> future : pool.invokeAll(racers)) {
                results.add(future.get());
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }
}
