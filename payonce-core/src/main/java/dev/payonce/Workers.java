package dev.payonce;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;

/** A bounded pool on which a database or a platform is spoken to. When it is full, work is refused at once. */
interface Workers extends AutoCloseable {

    /** Completes exceptionally with what the call threw, or at once with {@link RejectedExecutionException}. */
    <T> CompletableFuture<T> call(Supplier<T> call);

    /** Takes no more work. What is still running is not interrupted: it may be in its COMMIT. */
    @Override
    void close();
}
