package dev.payonce;

import dev.payonce.Questions.Question;
import dev.payonce.ReceiverMeters.ClaimResult;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The path of one notification (design 2):
 *
 * <ol>
 *   <li>verify and decode on the caller's thread, or on a pool of the channel's own if {@linkplain AskingChannel it may
 *       have to ask its platform}; what is not genuine is refused before anything is looked up;
 *   <li>single flight: concurrent deliveries of one payment share one run of what follows;
 *   <li>claim at the gate;
 *   <li>a lost claim: the success mark if it is ours, else what the database's row says;
 *   <li>ask the platform, if it is one that must be asked, unless the row of this payment vouches for it already;
 *   <li>confirm in one database transaction, on a bounded pool of workers;
 *   <li>after the commit, mark the payment as settled at the gate, or release the claim;
 *   <li>at the deadline the caller gets "retry"; the work keeps its claim and its slot and ends by itself.
 * </ol>
 *
 * <p>A success leaves only after the database has spoken: either {@link PaymentBook} returned, or the gate holds a mark that
 * was written after it had returned for the same content and the same database. Every fault becomes "retry". No stage
 * completes exceptionally. Thread-safe.
 */
public final class CallbackReceiver implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(CallbackReceiver.class);

    private final Ports ports;
    private final ReceiverSettings settings;
    private final Clock clock;
    private final ReceiverMeters meters;
    private final WrongReceiverAlerts wrongReceivers;
    private final SingleFlight flights = new SingleFlight();
    private final Workers workers;
    private final Questions questions;
    private final Claims claims;
    private final Scheduling scheduling;
    private volatile boolean closed;

    /** What the receiver works with. */
    public record Ports(Channels channels, Gate gate, PaymentBook book, AlertSink alerts) {}

    public CallbackReceiver(Ports ports, ReceiverSettings settings, MeterRegistry registry, Clock clock) {
        this(ports, settings, registry, clock, Scheduling.THREADS);
    }

    CallbackReceiver(
            Ports ports, ReceiverSettings settings, MeterRegistry registry, Clock clock, Scheduling scheduling) {
        this.ports = ports;
        this.settings = settings;
        this.clock = clock;
        this.meters = new ReceiverMeters(registry, ports.channels());
        this.wrongReceivers = new WrongReceiverAlerts(ports.alerts(), clock);
        this.scheduling = scheduling;
        this.workers = scheduling.workers("worker", settings.workers(), settings.queue());
        this.questions = new Questions(ports.channels(), scheduling);
        this.claims = new Claims(ports.gate(), meters);
    }

    /** The configured channel of that name. */
    public Optional<Channel> channel(String name) {
        return ports.channels().find(name);
    }

    /** Takes a delivery to its end and returns the exact answer for the platform. */
    public CompletableFuture<Acknowledgement> answer(Channel channel, Delivery delivery) {
        return receive(channel, delivery).thenApply(channel::acknowledge);
    }

    /** Refuses a delivery that was not read to its end, because it is too large or its body did not come. */
    public Acknowledgement refuse(Channel channel, Refusal refusal) {
        Receipt receipt = Receipt.refused(refusal);
        report(channel, List.of(), receipt, meters.start());
        return channel.acknowledge(receipt);
    }

    /** Takes a delivery to its end. */
    public CompletableFuture<Receipt> receive(Channel channel, Delivery delivery) {
        Timer.Sample sample = meters.start();
        Instant until = clock.instant().plus(settings.deadline());
        Question question = questions.about(channel, delivery);
        return questions
                .decode(channel, delivery, settings.deadline())
                .thenCompose(
                        items -> receiveAll(channel, items, question, until).thenApply(receipt -> {
                            report(channel, items, receipt, sample);
                            return receipt;
                        }));
    }

    private CompletableFuture<Receipt> receiveAll(
            Channel channel, List<Decoded> items, Question question, Instant until) {
        List<CompletableFuture<Receipt>> receipts = items.stream()
                .map(item -> receiveOne(channel, item, question, until))
                .toList();
        return receipts.size() == 1
                ? receipts.get(0)
                : CompletableFuture.allOf(receipts.toArray(CompletableFuture[]::new))
                        .thenApply(v -> worst(
                                receipts.stream().map(CompletableFuture::join).toList()));
    }

    private CompletableFuture<Receipt> receiveOne(Channel channel, Decoded item, Question question, Instant until) {
        return item.fold(
                payment -> receivePayment(payment, question, until),
                what -> CompletableFuture.completedFuture(Receipt.of(Outcome.IGNORED)),
                refused -> {
                    if (refused.reason() == Refusal.WRONG_RECEIVER) {
                        raise(channel, refused);
                    }
                    return CompletableFuture.completedFuture(Receipt.refused(refused.reason()));
                });
    }

    private void raise(Channel channel, Decoded.Refused refused) {
        var unused = workers.call(() -> {
                    wrongReceivers.raise(channel.name(), refused.detail());
                    return true;
                })
                .exceptionally(fault -> {
                    log.warn("alert could not be raised fault={}", Faults.describe(fault));
                    return false;
                });
    }

    /** A batch is a success only if every item is; otherwise the first failure in the order of precedence is told. */
    private static Receipt worst(List<Receipt> receipts) {
        return receipts.stream()
                .min(Comparator.comparing(Receipt::success).thenComparing(Receipt::outcome))
                .orElseGet(() -> Receipt.of(Outcome.UNAVAILABLE));
    }

    private CompletableFuture<Receipt> receivePayment(
            PaymentNotification notification, Question question, Instant until) {
        if (closed) {
            return CompletableFuture.completedFuture(Receipt.of(Outcome.UNAVAILABLE));
        }
        // At most the whole deadline, should the clock be set back in between.
        long left = Math.min(
                Duration.between(clock.instant(), until).toMillis(),
                settings.deadline().toMillis());
        CompletableFuture<Receipt> receipt = flights.join(
                notification,
                () -> run(notification, question),
                () -> clock.instant().isAfter(until));
        return scheduling.completeOnTimeout(
                receipt, Receipt.of(Outcome.IN_PROGRESS), Duration.ofMillis(Math.max(left, 1)));
    }

    private CompletableFuture<Receipt> run(PaymentNotification notification, Question question) {
        Claims.Held held = claims.begin(notification, question);
        if (closed) {
            claims.end(held);
            return CompletableFuture.completedFuture(Receipt.of(Outcome.UNAVAILABLE));
        }
        return claims.claim(held)
                .thenCompose(claim -> proceed(held, claim))
                .exceptionally(fault -> {
                    log.error("callback failed, answering retry {}", held, fault);
                    return Receipt.of(Outcome.UNAVAILABLE);
                })
                .whenComplete((receipt, fault) -> claims.end(held));
    }

    private CompletableFuture<Receipt> proceed(Claims.Held held, Claim claim) {
        return switch (claim.state()) {
            case WON -> counted(ClaimResult.WON, () -> confirm(held));
            case FAULT, SKIPPED -> counted(ClaimResult.FAULT, () -> confirm(held));
            case VANISHED -> counted(ClaimResult.VANISHED, () -> look(held, this::inProgress));
            case IN_PROGRESS ->
                isAbandoned(claim.age())
                        ? counted(ClaimResult.ABANDONED, () -> confirm(held))
                        : counted(ClaimResult.IN_PROGRESS, () -> look(held, this::inProgress));
            case DONE -> counted(ClaimResult.DONE, () -> believe(held, claim.mark()));
        };
    }

    private CompletableFuture<Receipt> counted(ClaimResult result, Supplier<CompletableFuture<Receipt>> next) {
        meters.claim(result);
        return next.get();
    }

    /** A claim older than twice the deadline belongs to nobody any more: its holder died. */
    private boolean isAbandoned(Duration age) {
        return age.compareTo(settings.deadline().multipliedBy(2)) > 0;
    }

    /**
     * A mark of this content and this database is the database's own word. Any other mark vouches for nothing and nobody
     * works behind it, so the database is asked as if there were none.
     */
    private CompletableFuture<Receipt> believe(Claims.Held held, String mark) {
        if (!mark.equals(fingerprint(held))) {
            return confirm(held);
        }
        return settings.trustSuccessMark()
                ? CompletableFuture.completedFuture(Receipt.of(Outcome.ALREADY_POSTED))
                : look(held, this::confirm);
    }

    private CompletableFuture<Receipt> inProgress(Claims.Held held) {
        return CompletableFuture.completedFuture(Receipt.of(Outcome.IN_PROGRESS));
    }

    /** Answers by the row; without one as {@code absent} says. Writes nothing to the database. */
    private CompletableFuture<Receipt> look(
            Claims.Held held, Function<Claims.Held, CompletableFuture<Receipt>> absent) {
        return workers.call(() -> ports.book().find(held.notification()))
                .thenCompose(found -> found.map(confirmation -> confirmation.settled()
                                ? settle(held, confirmation)
                                : CompletableFuture.completedFuture(receipt(held, confirmation)))
                        .orElseGet(() -> absent.apply(held)))
                .exceptionally(fault -> unavailable(held, fault));
    }

    private CompletableFuture<Receipt> confirm(Claims.Held held) {
        return vouched(held)
                .thenCompose(
                        vouched -> vouched ? post(held) : claims.release(held).thenApply(released -> unconfirmed(held)))
                .exceptionallyCompose(fault -> claims.release(held).thenApply(released -> unavailable(held, fault)));
    }

    /** By the platform, or by the payment's own row: the platform was asked before it was written. */
    private CompletableFuture<Boolean> vouched(Claims.Held held) {
        if (!held.question().isNeeded()) {
            return CompletableFuture.completedFuture(true);
        }
        return workers.call(() -> ports.book().find(held.notification()))
                .thenCompose(found ->
                        found.filter(row -> row.outcome() != Outcome.CONFLICT).isPresent()
                                ? CompletableFuture.completedFuture(true)
                                : held.question().ask(held.notification()));
    }

    private CompletableFuture<Receipt> post(Claims.Held held) {
        return workers.call(() -> ports.book().confirm(held.notification()))
                .thenCompose(confirmation -> confirmation.settled()
                        ? settle(held, confirmation)
                        : claims.release(held).thenApply(released -> receipt(held, confirmation)));
    }

    private static Receipt unconfirmed(Claims.Held held) {
        log.warn("the platform does not confirm the payment, refusing it {}", held);
        return Receipt.refused(Refusal.UNCONFIRMED);
    }

    /** Only ever called with what {@link PaymentBook} returned: the commit is behind us. */
    private CompletableFuture<Receipt> settle(Claims.Held held, Confirmation confirmation) {
        return claims.complete(held, fingerprint(held)).thenApply(v -> receipt(held, confirmation));
    }

    private Receipt receipt(Claims.Held held, Confirmation confirmation) {
        HeldReason reason = confirmation.heldReason();
        return reason == null
                ? Receipt.of(confirmation.outcome())
                : Receipt.held(reason, settings.acknowledges(reason, stopsAtFailure(held)));
    }

    private boolean stopsAtFailure(Claims.Held held) {
        return channel(held.notification().channel())
                .map(Channel::stopsAtFailure)
                .orElse(false);
    }

    private static Receipt unavailable(Claims.Held held, Throwable fault) {
        // The cause's chain is short and the fault often comes a thousand times: no stack traces at this level.
        log.warn("payment could not be decided, answering retry {} fault={}", held, Faults.describe(fault));
        log.debug("fault", fault);
        return Receipt.of(Outcome.UNAVAILABLE);
    }

    private String fingerprint(Claims.Held held) {
        return Fingerprint.of(ports.book().databaseId(), held.notification());
    }

    private void report(Channel channel, List<Decoded> items, Receipt receipt, Timer.Sample sample) {
        long nanos = meters.callback(channel.name(), receipt, sample);
        CallbackLog.write(channel.name(), items, receipt, nanos);
    }

    /**
     * Stops accepting, lets running work end within the deadline, then ends the claims that are left: a release leaves no
     * claim behind that would turn the platform's next delivery away.
     */
    @Override
    public void close() {
        try {
            boolean drained = stop().get();
            log.debug("receiver closed drained={}", drained);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            log.warn("claims may be left behind fault={}", Faults.describe(e));
        }
    }

    /** As {@link #close}, without waiting for it: completes within the deadline and a second. */
    CompletableFuture<Boolean> stop() {
        closed = true;
        return claims.drain(settings.deadline(), scheduling).whenComplete((drained, fault) -> {
            questions.close();
            workers.close();
        });
    }
}
