package dev.payonce;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** The production pipeline with a simulation in place of threads and the passing of time. */
public final class SimulatedReceiver {
    private static final MeterRegistry NOWHERE = new CompositeMeterRegistry();

    private final CallbackReceiver receiver;

    /** What the simulation does in place of threads and timers. */
    public interface Host {
        /** A pool of so many threads before which so many calls may wait. */
        Pool pool(int threads, int queue);

        void after(Duration time, Runnable call);
    }

    /** Runs what blocks. */
    public interface Pool {
        <T> CompletableFuture<T> call(Supplier<T> call);
    }

    public SimulatedReceiver(CallbackReceiver.Ports ports, ReceiverSettings settings, Clock clock, Host host) {
        receiver = new CallbackReceiver(ports, settings, NOWHERE, clock, new HostScheduling(host));
    }

    public CompletableFuture<Receipt> receive(Channel channel, Delivery delivery) {
        return receiver.receive(channel, delivery);
    }

    /** Stops as a process does that was asked to. */
    public CompletableFuture<Boolean> stop() {
        return receiver.stop();
    }

    /** What a success mark of this payment holds. */
    public static String fingerprint(PaymentBook book, PaymentNotification payment) {
        return Fingerprint.of(book.databaseId(), payment);
    }

    private record HostScheduling(Host host) implements Scheduling {
        @Override
        public Workers workers(String name, int threads, int queue) {
            return new PoolWorkers(host.pool(threads, queue));
        }

        @Override
        public <T> CompletableFuture<T> completeOnTimeout(CompletableFuture<T> future, T value, Duration patience) {
            host.after(patience, () -> {
                boolean unused = future.complete(value);
            });
            return future;
        }
    }

    private record PoolWorkers(Pool pool) implements Workers {
        @Override
        public <T> CompletableFuture<T> call(Supplier<T> call) {
            return pool.call(call);
        }

        @Override
        public void close() {
            // what runs is ended by the simulation
        }
    }
}
