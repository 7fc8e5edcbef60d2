package dev.payonce.spring;

import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;

/**
 * A request's body as its bytes come. What is there is taken at once; the rest either by a thread that waits for
 * it or, so that two hundred senders that stall hold a connection each and no thread, as it comes.
 *
 * <p>At most {@value Incoming#MAX_BODY} bytes and one, by which the caller sees that there are more. Room is made as bytes
 * come, not as a header promises them. Used by one thread at a time.
 */
final class ArrivingBody implements ReadListener {
    /** From the headers to the last byte. */
    static final Duration MAX_READING = Duration.ofSeconds(10);

    private static final int CHUNK = 8 * 1024;

    private final ServletInputStream in;
    private final long declared;
    private final Clock clock;
    private final Instant until;
    private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
    private byte[] bytes;
    private int size;

    private ArrivingBody(ServletInputStream in, long declared, Clock clock, Instant until) {
        this.in = in;
        this.declared = declared;
        this.clock = clock;
        this.until = until;
        this.bytes = new byte[declared >= 0 && declared < CHUNK ? (int) declared : CHUNK];
    }

    /** @throws IOException if somebody has taken the request's reader already */
    static ArrivingBody of(HttpServletRequest request, Clock clock, Instant receivedAt) throws IOException {
        try {
            return new ArrivingBody(
                    request.getInputStream(), request.getContentLengthLong(), clock, receivedAt.plus(MAX_READING));
        } catch (IllegalStateException e) {
            throw new IOException("somebody has taken the request's reader already", e);
        }
    }

    /** Takes what is there without waiting, and returns whether that is all. */
    boolean takeWhatIsHere() throws IOException {
        boolean goesOn = true;
        while (goesOn && !isWhole() && in.available() > 0) {
            goesOn = takeSome();
        }
        return !goesOn || isWhole() || in.isFinished();
    }

    /** Takes the rest on the caller's thread, waiting for it. */
    void takeTheRest() throws IOException {
        while (!isWhole() && takeSome()) {
            requireInTime();
        }
    }

    /**
     * Takes the rest as it comes. The request must be asynchronous by now.
     *
     * @return completes with {@link #bytes}, or exceptionally with what ended the reading
     */
    CompletableFuture<byte[]> arrival() {
        try {
            in.setReadListener(this);
        } catch (IllegalStateException | UnsupportedOperationException e) {
            // A filter has put a stream of its own in place, which cannot do this.
            readBlocking();
        }
        return whole;
    }

    private void readBlocking() {
        try {
            takeTheRest();
            whole.complete(bytes());
        } catch (IOException e) {
            whole.completeExceptionally(e);
        }
    }

    @Override
    public void onDataAvailable() throws IOException {
        while (!isWhole() && in.isReady()) {
            requireInTime();
            if (!takeSome()) {
                break;
            }
        }
        if (isWhole()) {
            whole.complete(bytes());
        }
    }

    @Override
    public void onAllDataRead() {
        whole.complete(bytes());
    }

    @Override
    public void onError(Throwable fault) {
        whole.completeExceptionally(fault);
    }

    /** What has come. */
    byte[] bytes() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }

    private boolean isWhole() {
        return size == declared || size > Incoming.MAX_BODY;
    }

    /** False at the end. */
    private boolean takeSome() throws IOException {
        if (size == bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.min(2 * size + 1, Incoming.MAX_BODY + 1));
        }
        int read = in.read(bytes, size, bytes.length - size);
        size += Math.max(read, 0);
        return read >= 0;
    }

    private void requireInTime() throws IOException {
        if (clock.instant().isAfter(until)) {
            throw new IOException("the body comes too slowly");
        }
    }
}
