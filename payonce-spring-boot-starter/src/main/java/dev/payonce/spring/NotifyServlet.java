package dev.payonce.spring;

import dev.payonce.Acknowledgement;
import dev.payonce.CallbackReceiver;
import dev.payonce.Channel;
import dev.payonce.Delivery;
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
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code POST /notify/{channel}}: the platforms' door (design 8). A servlet and not a controller, so that no advice, message
 * converter, error page or negotiation of the host application touches its bytes (cases ACK-03, ACK-06).
 *
 * <p>The request is read on the container's thread, within bounds, unless too many senders stall; while the payment is worked
 * on, none is held. Every
 * path but an unknown channel (404) and another method (405) ends in the channel's own form, and a failure of any kind in
 * its failure form: an empty 200 would tell WeChat Pay that all is well.
 */
final class NotifyServlet extends HttpServlet {
    static final String PATH = "/notify";

    private static final Logger log = LoggerFactory.getLogger(NotifyServlet.class);
    /** How much longer than the receiver the container waits: never reached unless the receiver breaks its word. */
    private static final Duration SLACK = Duration.ofSeconds(5);

    /** How many of the container's threads may wait for bodies at once. */
    static final int WAITING_THREADS = 16;

    private final transient CallbackReceiver receiver;
    private final transient Clock clock;
    private final Duration patience;
    private final Semaphore waiting = new Semaphore(WAITING_THREADS);
    private final AtomicBoolean warned = new AtomicBoolean();

    NotifyServlet(CallbackReceiver receiver, Duration deadline, Clock clock) {
        this.receiver = receiver;
        this.clock = clock;
        this.patience = deadline.plus(SLACK).plus(ArrivingBody.MAX_READING);
    }

    @Override
    protected void service(HttpServletRequest request, HttpServletResponse wrapped) throws IOException {
        HttpServletResponse response = WireAnswer.unwrapped(wrapped);
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
        return uri.startsWith(prefix) ? receiver.channel(uri.substring(prefix.length())) : Optional.empty();
    }

    private void receive(Channel channel, HttpServletRequest request, HttpServletResponse response) throws IOException {
        Incoming incoming = new Incoming(request, clock.instant());
        Refusal unfit = incoming.unfit();
        if (unfit != null) {
            refuse(channel, unfit, response);
            return;
        }
        try {
            ArrivingBody body = ArrivingBody.of(request, clock, incoming.receivedAt());
            if (body.takeWhatIsHere() || tookTheRest(body, request)) {
                answer(channel, incoming, body.bytes(), request, response);
            } else {
                answerLater(channel, incoming, body, pending(channel, request));
            }
        } catch (IOException e) {
            log.debug("body did not come to its end", e);
            refuse(channel, Refusal.MALFORMED, response);
        }
    }

    /**
     * Waits for the rest, unless {@value #WAITING_THREADS} threads do so already. Preferred while there are threads: a
     * container that reads in the background closes the connection of a client that has ended its half of it, and the
     * answer is lost.
     */
    private boolean tookTheRest(ArrivingBody body, HttpServletRequest request) throws IOException {
        if (!request.isAsyncSupported()) {
            body.takeTheRest();
            return true;
        }
        if (!waiting.tryAcquire()) {
            return false;
        }
        try {
            body.takeTheRest();
            return true;
        } finally {
            waiting.release();
        }
    }

    private PendingAnswer pending(Channel channel, HttpServletRequest request) {
        return PendingAnswer.start(request, patience, () -> failure(channel));
    }

    /** The body is here. */
    private void answer(
            Channel channel, Incoming incoming, byte[] body, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Refusal unfit = incoming.unfit(body);
        if (unfit != null) {
            refuse(channel, unfit, response);
            return;
        }
        CompletableFuture<Acknowledgement> answer = answer(channel, incoming.delivery(body));
        if (request.isAsyncSupported()) {
            send(answer, pending(channel, request));
        } else {
            if (warned.compareAndSet(false, true)) {
                log.warn("a filter without asynchronous support makes callbacks hold a thread each path={}", PATH);
            }
            WireAnswer.write(
                    response,
                    answer.completeOnTimeout(failure(channel), patience.toMillis(), TimeUnit.MILLISECONDS)
                            .join());
        }
    }

    /** The body is still on its way, and nobody waits for it. */
    private void answerLater(Channel channel, Incoming incoming, ArrivingBody body, PendingAnswer pending) {
        var unused = body.arrival().whenComplete((bytes, fault) -> {
            Refusal unfit = fault == null ? incoming.unfit(bytes) : Refusal.MALFORMED;
            if (unfit == null) {
                send(answer(channel, incoming.delivery(bytes)), pending);
            } else {
                log.debug("body did not come to its end", fault);
                pending.sendAndClose(receiver.refuse(channel, unfit));
            }
        });
    }

    private static void send(CompletableFuture<Acknowledgement> answer, PendingAnswer pending) {
        var unused = answer.thenAccept(pending::send);
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
