package dev.payonce.spring;

import dev.payonce.spring.Wire.Raw;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The same request many times, released at one moment. */
final class SeveralAtOnce {
    private SeveralAtOnce() {}

    static List<Raw> of(int times, Supplier<Raw> request) {
        ExecutorService senders = Executors.newFixedThreadPool(times);
        CountDownLatch ready = new CountDownLatch(times);
        try {
            List<CompletableFuture<Raw>> answers = IntStream.range(0, times)
                    .mapToObj(i -> CompletableFuture.supplyAsync(
                            () -> {
                                ready.countDown();
                                await(ready);
                                return request.get();
                            },
                            senders))
                    .toList();
            return answers.stream().map(CompletableFuture::join).toList();
        } finally {
            senders.shutdown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
