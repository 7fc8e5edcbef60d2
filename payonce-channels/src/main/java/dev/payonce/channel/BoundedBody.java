package dev.payonce.channel;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Collects an answer's body, and fails when it is larger than allowed. */
final class BoundedBody implements HttpResponse.BodySubscriber<byte[]> {
    private final int maxBytes;
    private final CompletableFuture<byte[]> body = new CompletableFuture<>();
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private Flow.@Nullable Subscription subscription;

    BoundedBody(int maxBytes) {
        this.maxBytes = maxBytes;
    }

    @Override
    public CompletionStage<byte[]> getBody() {
        return body;
    }

    @Override
    public void onSubscribe(Flow.Subscription source) {
        subscription = source;
        source.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        for (ByteBuffer buffer : buffers) {
            if (buffer.remaining() > maxBytes - received.size()) {
                if (subscription != null) {
                    subscription.cancel();
                }
                body.completeExceptionally(new IOException("answer is too large"));
                return;
            }
            byte[] bytes = new byte[buffer.remaining()];
            buffer.get(bytes);
            received.writeBytes(bytes);
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
