package dev.payonce.simulator;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One run of a storm. The caller's thread takes what is due, waits for a free place in flight and hands it to the signing
 * threads; the client's threads note the answers and put what is to be sent again back in the queue.
 */
final class StormRun implements AutoCloseable {
    private static final long WAKE_UP_NANOS = Duration.ofMillis(10).toNanos();
    private static final Duration SIGNING_BACKLOG = Duration.ofSeconds(30);
    private static final long REPORT_NANOS = Duration.ofMillis(200).toNanos();

    private final StormSettings settings;
    private final Clock clock;
    private final List<Mailing> mailings;
    private final List<Sender> senders = new ArrayList<>();
    private final ExecutorService signing = DaemonThreads.perProcessor("storm-sign");
    private final HttpClient client;
    private final DelayQueue<Due> queue = new DelayQueue<>();
    private final Semaphore places;
    private final AtomicInteger open;
    private final ConcurrentLinkedQueue<Attempt> journal = new ConcurrentLinkedQueue<>();
    private final LongAdder sent = new LongAdder();
    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder unanswered = new LongAdder();
    private final AtomicReference<@Nullable Throwable> defect = new AtomicReference<>();

    StormRun(StormSettings settings, Clock clock, HttpClient client, List<Mailing> mailings) {
        this.settings = settings;
        this.clock = clock;
        this.mailings = List.copyOf(mailings);
        this.places = new Semaphore(settings.inFlight());
        this.client = client;
        Random random = new Random(settings.seed());
        for (Mailing mailing : mailings) {
            List<Duration> pauses = pauses(mailing);
            for (int copy = 0; copy < mailing.copies(); copy++) {
                senders.add(new Sender(mailing, copy, pauses, random.nextLong()));
            }
        }
        Collections.shuffle(senders, random);
        this.open = new AtomicInteger(senders.size());
    }

    StormResult deliver(Consumer<Progress> progress) throws InterruptedException {
        if (settings.signAhead()) {
            signAhead();
        }
        long start = System.nanoTime();
        for (int i = 0; i < senders.size(); i++) {
            queue.add(new Due(senders.get(i), start, i));
        }
        dispatchUntil(start + settings.timeLimit().toNanos(), progress);
        awaitRequestsUnderWay();
        Duration duration = Duration.ofNanos(System.nanoTime() - start);
        throwDefect();
        progress.accept(progress());
        return new StormResult(mailings, List.copyOf(journal), duration, open.get());
    }

    @Override
    public void close() {
        signing.shutdownNow();
    }

    private List<Duration> pauses(Mailing mailing) {
        List<Duration> pauses = mailing.notification()
                .platform()
                .schedule()
                .compressed(settings.compression())
                .pauses();
        return pauses.subList(0, Math.min(pauses.size(), settings.maxRetries()));
    }

    private void signAhead() throws InterruptedException {
        List<Callable<Void>> tasks = new ArrayList<>();
        for (Sender sender : senders) {
            tasks.add(() -> {
                sender.signAhead(clock.instant());
                return null;
            });
        }
        for (Future<Void> task : signing.invokeAll(tasks)) {
            try {
                task.get();
            } catch (ExecutionException e) {
                throw new IllegalStateException("signing ahead failed", e.getCause());
            }
        }
    }

    private void dispatchUntil(long deadline, Consumer<Progress> progress) throws InterruptedException {
        long nextReport = System.nanoTime();
        while (open.get() > 0 && System.nanoTime() - deadline < 0 && defect.get() == null) {
            if (System.nanoTime() - nextReport >= 0) {
                progress.accept(progress());
                nextReport = System.nanoTime() + REPORT_NANOS;
            }
            if (!places.tryAcquire(WAKE_UP_NANOS, TimeUnit.NANOSECONDS)) {
                continue;
            }
            Due due = queue.poll(WAKE_UP_NANOS, TimeUnit.NANOSECONDS);
            if (due == null) {
                places.release();
            } else {
                send(due);
            }
        }
    }

    private void send(Due due) {
        sent.increment();
        AtomicLong start = new AtomicLong(System.nanoTime());
        CompletableFuture<Void> unused = CompletableFuture.supplyAsync(() -> due.sender.next(clock.instant()), signing)
                .thenCompose(request -> {
                    start.set(System.nanoTime());
                    return client.sendAsync(
                            request.to(due.sender.mailing().target(), settings.answerTimeout()),
                            LimitedBody.handler(Answer.MAX_BODY, settings.answerTimeout()));
                })
                .handle((answer, fault) -> {
                    ended(due, answer, fault, System.nanoTime() - start.get());
                    return null;
                });
    }

    private void ended(Due due, @Nullable HttpResponse<byte[]> response, @Nullable Throwable fault, long nanos) {
        try {
            Attempt attempt;
            if (response != null) {
                Answer answer =
                        Answer.of(response.statusCode(), response.headers().map(), response.body());
                attempt = due.sender.answered(answer, nanos);
            } else {
                attempt = due.sender.unanswered(requireNoAnswer(fault), nanos);
            }
            record(attempt);
            Duration pause = due.sender.pauseAfter(attempt);
            if (pause == null) {
                open.decrementAndGet();
            } else {
                queue.add(new Due(due.sender, System.nanoTime() + pause.toNanos(), due.sequence));
            }
        } catch (RuntimeException | Error e) {
            defect.compareAndSet(null, e);
        } finally {
            places.release();
        }
    }

    private void record(Attempt attempt) {
        journal.add(attempt);
        if (attempt.acknowledged()) {
            acknowledged.increment();
        }
        if (!attempt.answered()) {
            unanswered.increment();
        }
    }

    /** The fault if it means that no answer came; everything else is a defect of a platform or of this class. */
    private static Throwable requireNoAnswer(@Nullable Throwable fault) {
        Throwable cause = fault instanceof CompletionException && fault.getCause() != null ? fault.getCause() : fault;
        if (cause instanceof IOException || cause instanceof TimeoutException) {
            return cause;
        }
        throw new IllegalStateException("sending failed", cause);
    }

    private void awaitRequestsUnderWay() throws InterruptedException {
        // Connecting, the headers and the body have the time-out each; what is queued for signing needs some more.
        long most =
                settings.answerTimeout().multipliedBy(3).plus(SIGNING_BACKLOG).toNanos();
        if (!places.tryAcquire(settings.inFlight(), most, TimeUnit.NANOSECONDS)) {
            throw new IllegalStateException("requests outlived their time-outs");
        }
    }

    private void throwDefect() {
        Throwable found = defect.get();
        if (found != null) {
            throw new IllegalStateException("the storm broke off", found);
        }
    }

    private Progress progress() {
        return new Progress(senders.size(), open.get(), sent.sum(), acknowledged.sum(), unanswered.sum());
    }

    /** A sender and when it is to send next; of those due at the same time, the lower sequence goes first. */
    private record Due(Sender sender, long nanos, int sequence) implements Delayed {
        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            Due due = (Due) other;
            int byTime = Long.compare(nanos - due.nanos, 0);
            return byTime != 0 ? byTime : Integer.compare(sequence, due.sequence);
        }
    }
}
