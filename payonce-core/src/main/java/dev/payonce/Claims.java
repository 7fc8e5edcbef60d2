package dev.payonce;

import java.time.Duration;
import java.util.Comparator;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * This process's claims at the gate: makes tokens that are never used twice, turns the gate's faults into "go on to the
 * database", and knows which claims are still open when the process shuts down.
 */
final class Claims {
    private static final Logger log = LoggerFactory.getLogger(Claims.class);
    private static final int TRIES = 3;
    private static final Duration RELEASE_PATIENCE = Duration.ofSeconds(1);
    private static final CompletableFuture<Void> DONE = CompletableFuture.completedFuture(null);

    private final Gate gate;
    private final ReceiverMeters meters;
    private final String process = UUID.randomUUID().toString();
    private final AtomicLong sequence = new AtomicLong();
    private final Map<String, Held> open = new ConcurrentHashMap<>();

    Claims(Gate gate, ReceiverMeters meters) {
        this.gate = gate;
        this.meters = meters;
    }

    /** One run's payment, the question to its platform, its key at the gate, and its token. */
    static final class Held {
        private final PaymentNotification notification;
        private final GateKey key;
        private final String token;
        private final Questions.Question question;
        private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
        /** Whether the gate was asked, so that something of ours may be there. */
        private volatile boolean asked = true;

        private Held(PaymentNotification notification, String token, Questions.Question question) {
            this.notification = notification;
            this.key = GateKey.of(notification);
            this.token = token;
            this.question = question;
        }

        PaymentNotification notification() {
            return notification;
        }

        /** What has to be asked before it is posted. */
        Questions.Question question() {
            return question;
        }

        @Override
        public String toString() {
            return "channel=" + key.channel() + " transactionId=" + key.transactionId();
        }
    }

    Held begin(PaymentNotification notification, Questions.Question question) {
        String token = process + "-" + sequence.incrementAndGet();
        Held held = new Held(notification, token, question);
        open.put(token, held);
        return held;
    }

    void end(Held held) {
        open.remove(held.token);
        held.ended.complete(true);
    }

    /** Never fails: a gate that cannot answer is {@link Claim.State#FAULT}. A key that vanished is tried again. */
    CompletableFuture<Claim> claim(Held held) {
        return claim(held, TRIES);
    }

    private CompletableFuture<Claim> claim(Held held, int tries) {
        return call(() -> gate.claim(held.key, held.token))
                .handle((claim, fault) -> fault == null ? claim : Claim.fault())
                .thenCompose(claim -> {
                    held.asked = claim.state() != Claim.State.SKIPPED;
                    if (claim.state() == Claim.State.FAULT || !held.asked) {
                        meters.gateError();
                    }
                    return claim.state() == Claim.State.VANISHED && tries > 1
                            ? claim(held, tries - 1)
                            : CompletableFuture.completedFuture(claim);
                });
    }

    CompletableFuture<Void> complete(Held held, String fingerprint) {
        return held.asked ? survive(call(() -> gate.complete(held.key, fingerprint))) : DONE;
    }

    CompletableFuture<Void> release(Held held) {
        return held.asked ? survive(call(() -> gate.release(held.key, held.token))) : DONE;
    }

    /** A gate that throws in place of failing its stage is a fault like any other. */
    private static <T> CompletableFuture<T> call(Supplier<CompletionStage<T>> call) {
        try {
            return call.get().toCompletableFuture();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private CompletableFuture<Void> survive(CompletableFuture<Void> call) {
        return call.exceptionally(fault -> {
            meters.gateError();
            log.debug("gate call failed, its key expires by itself", fault);
            return null;
        });
    }

    /** Gives the open claims up to {@code patience} to end, then releases those that are left. Never fails; says whether all is ended. */
    CompletableFuture<Boolean> drain(Duration patience, Scheduling scheduling) {
        return within(patience, scheduling, open.values().stream().map(held -> held.ended))
                .thenCompose(over -> {
                    if (open.isEmpty()) {
                        return CompletableFuture.completedFuture(true);
                    }
                    log.warn("releasing claims of unfinished work count={}", open.size());
                    // Sorted, so that a simulated shutdown can be repeated.
                    Stream<Held> left = open.values().stream().sorted(Comparator.comparing(held -> held.token));
                    return within(RELEASE_PATIENCE, scheduling, left.map(this::release));
                });
    }

    /** Whether all have ended in time. */
    private static CompletableFuture<Boolean> within(
            Duration patience, Scheduling scheduling, Stream<? extends CompletableFuture<?>> all) {
        CompletableFuture<Boolean> ended =
                CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).handle((v, fault) -> fault == null);
        return scheduling.completeOnTimeout(ended, false, patience);
    }
}
