package dev.payonce.spring;

import dev.payonce.Acknowledgement;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.AsyncEvent;
import jakarta.servlet.AsyncListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request whose answer comes later; meanwhile it holds no thread. Writes to the container's own response, past whatever a
 * filter has wrapped around it. Of the answer and the container's time-out the first one is sent, once. Thread-safe.
 */
final class PendingAnswer implements AsyncListener {
    private static final Logger log = LoggerFactory.getLogger(PendingAnswer.class);

    private final AsyncContext context;
    private final Supplier<Acknowledgement> otherwise;
    private final AtomicBoolean sent = new AtomicBoolean();

    private PendingAnswer(AsyncContext context, Supplier<Acknowledgement> otherwise) {
        this.context = context;
        this.otherwise = otherwise;
    }

    /** {@code otherwise} is sent when no answer has come within {@code patience}. */
    static PendingAnswer start(HttpServletRequest request, Duration patience, Supplier<Acknowledgement> otherwise) {
        AsyncContext context = request.startAsync();
        context.setTimeout(patience.toMillis());
        PendingAnswer pending = new PendingAnswer(context, otherwise);
        context.addListener(pending);
        return pending;
    }

    void send(Acknowledgement answer) {
        send(answer, false);
    }

    /** For an answer that leaves bytes of its request unread on the connection. */
    void sendAndClose(Acknowledgement answer) {
        send(answer, true);
    }

    private void send(Acknowledgement answer, boolean close) {
        if (!sent.compareAndSet(false, true)) {
            return;
        }
        try {
            HttpServletResponse response = (HttpServletResponse) context.getResponse();
            if (close) {
                response.setHeader("Connection", "close");
            }
            WireAnswer.write(response, answer);
        } catch (IOException | RuntimeException e) {
            // The platform did not wait; it sends again and finds what was decided.
            log.debug("answer could not be written", e);
        }
        context.complete();
    }

    @Override
    public void onTimeout(AsyncEvent event) {
        log.warn("container ended the wait for an answer, answering retry");
        send(otherwise.get());
    }

    @Override
    public void onError(AsyncEvent event) {
        log.debug("connection failed before the answer", event.getThrowable());
        send(otherwise.get());
    }

    @Override
    public void onComplete(AsyncEvent event) {
        // Nothing is held that would have to be given back.
    }

    @Override
    public void onStartAsync(AsyncEvent event) {
        // Only happens to a request that is dispatched again, which this one never is.
    }
}
