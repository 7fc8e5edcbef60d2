package dev.payonce.spring;

import dev.payonce.Acknowledgement;
import dev.payonce.CallbackReceiver;
import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.Names;
import dev.payonce.Outcome;
import dev.payonce.Receipt;
import dev.payonce.Refusal;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code POST /notify/{channel}}: the platforms' door (design 8). A servlet and not a controller, so that no advice, message
 * converter, error page or negotiation of the host application touches its bytes (cases ACK-03, ACK-06).
 *
 * <p>The request is read on the container's thread, within bounds; while the payment is worked on, none is held. Every
 * path but an unknown channel (404) and another method (405) ends in the channel's own form, and a failure of any kind in
 * its failure form: an empty 200 would tell WeChat Pay that all is well.
 */
final class NotifyServlet extends HttpServlet {
    static final String PATH = "/notify";

    private static final Logger log = LoggerFactory.getLogger(NotifyServlet.class);
    /** How much longer than the receiver the container waits: never reached unless the receiver breaks its word. */
    private static final Duration SLACK = Duration.ofSeconds(5);

    private final transient CallbackReceiver receiver;
    private final transient Clock clock;
    private final Duration patience;
    private final AtomicBoolean warned = new AtomicBoolean();

    NotifyServlet(CallbackReceiver receiver, Duration deadline, Clock clock) {
        this.receiver = receiver;
        this.clock = clock;
        this.patience = deadline.plus(SLACK);
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse response) throws IOException {
        Optional<Channel> channel = channel(request);
        if (channel.isEmpty()) {
            WireAnswer.write(response, Acknowledgement.empty(HttpServletResponse.SC_NOT_FOUND));
        } else if (!request.getMethod().equals("POST")) {
            response.setHeader("Allow", "POST");
            WireAnswer.write(response, Acknowledgement.empty(HttpServletResponse.SC_METHOD_NOT_ALLOWED));
        } else {
            receive(channel.get(), request, response);
        }
    }

    /** By the undecoded path, which has one spelling only. */
    private Optional<Channel> channel(HttpServletRequest request) {
        String prefix = request.getContextPath() + PATH + "/";
        String uri = request.getRequestURI();
        String name = uri.startsWith(prefix) ? uri.substring(prefix.length()) : "";
        return Names.isChannel(name) ? receiver.channel(name) : Optional.empty();
    }

    private void receive(Channel channel, HttpServletRequest request, HttpServletResponse response) throws IOException {
        Incoming incoming = Incoming.read(request, clock);
        Refusal unread = incoming.refusal();
        if (unread != null) {
            refuse(channel, unread, response);
            return;
        }
        CompletableFuture<Acknowledgement> answer = answer(channel, incoming.delivery());
        Supplier<Acknowledgement> otherwise = () -> failure(channel);
        if (request.isAsyncSupported()) {
            PendingAnswer pending = PendingAnswer.start(request, patience, otherwise);
            var unused = answer.thenAccept(pending::send);
        } else {
            if (warned.compareAndSet(false, true)) {
                log.warn("a filter without asynchronous support makes callbacks hold a thread each path={}", PATH);
            }
            WireAnswer.write(
                    response,
                    answer.completeOnTimeout(otherwise.get(), patience.toMillis(), TimeUnit.MILLISECONDS)
                            .join());
        }
    }

    /**
     * Bytes of the request may be left on the connection, which then cannot serve another one. Sent at once: after a failed
     * read the container would put an error page of its own in place of what is not on its way.
     */
    private void refuse(Channel channel, Refusal refusal, HttpServletResponse response) throws IOException {
        response.setHeader("Connection", "close");
        WireAnswer.write(response, receiver.refuse(channel, refusal));
        response.flushBuffer();
    }

    /** Never fails and never completes exceptionally. */
    private CompletableFuture<Acknowledgement> answer(Channel channel, Delivery delivery) {
        try {
            return receiver.answer(channel, delivery).exceptionally(fault -> failed(channel, fault));
        } catch (RuntimeException e) {
            return CompletableFuture.completedFuture(failed(channel, e));
        }
    }

    private static Acknowledgement failed(Channel channel, Throwable fault) {
        log.error("callback failed, answering retry channel={}", channel.name(), fault);
        return failure(channel);
    }

    private static Acknowledgement failure(Channel channel) {
        try {
            return channel.acknowledge(Receipt.of(Outcome.UNAVAILABLE));
        } catch (RuntimeException e) {
            log.error("channel cannot write its failure form channel={}", channel.name(), e);
            return Acknowledgement.empty(HttpServletResponse.SC_SERVICE_UNAVAILABLE);
        }
    }
}
