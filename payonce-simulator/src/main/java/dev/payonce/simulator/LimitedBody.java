package dev.payonce.simulator;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;

/**
 * Reads at most so many bytes of an answer and for at most so long: the request's own time-out ends with the headers.
 */
final class LimitedBody implements HttpResponse.BodySubscriber<byte[]> {
    private final int limit;
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private volatile boolean cut;

    private LimitedBody(int limit) {
        this.limit = limit;
    }

    static HttpResponse.BodyHandler<byte[]> handler(int limit, Duration timeout) {
        return answer -> {
            LimitedBody subscriber = new LimitedBody(limit);
            subscriber.body.orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS);
            return subscriber;
        };
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscription) {
        CompletableFuture<Void> unused = body.handle((bytes, fault) -> {
            // A body that ended by itself is left alone, so that its connection is used again.
            if (fault != null || cut) {
                subscription.cancel();
            }
            return null;
        });
        subscription.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            byte[] bytes = new byte[Math.min(buffer.remaining(), limit - received.size())];
            buffer.get(bytes);
            received.writeBytes(bytes);
        }
        if (received.size() >= limit) {
            cut = true;
            onComplete();
        }
    }

    @Override
    public void onError(Throwable fault) {
        body.completeExceptionally(fault);
    }

    @Override
    public void onComplete() {
        body.complete(received.toByteArray());
    }
}
