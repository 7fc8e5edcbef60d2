package dev.payonce.simulator;

import dev.payonce.simulator.http.AnswerListener;
import dev.payonce.simulator.http.ClientLimits;
import dev.payonce.simulator.http.Endpoint;
import dev.payonce.simulator.http.HttpClient;
import java.io.IOException;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * One run of a storm. All of its state belongs to the client's thread, which sends what is due, notes the answers and puts
 * back what is to be sent again; only signing that was not done ahead has threads of its own. The caller's thread waits,
 * and reports.
 */
final class StormRun implements AutoCloseable {
    private static final Duration SIGNING_BACKLOG = Duration.ofSeconds(30);
    private static final Duration SLOWNESS = Duration.ofMillis(500);
    private static final int REPORT_MILLIS = 200;
    private static final int MAX_BODIES = 256;

    private final StormSettings settings;
    private final Clock clock;
    private final List<Mailing> mailings;
    private final Map<URI, Endpoint> endpoints;
    private final Consumer<Attempt> observer;
    private final ExecutorService signing = DaemonThreads.perProcessor("storm-sign");
    private final HttpClient client;
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final List<Attempt> journal = new ArrayList<>();
    private final Map<String, String> bodies = new HashMap<>();
    private final Schedule schedule;
    private final int deliveries;
    private long deadline;
    private int inFlight;
    private boolean pumping;
    private boolean stopped;
    private long acknowledged;
    private long unanswered;
    private volatile Progress progress;

    StormRun(
            StormSettings settings,
            Clock clock,
            Map<URI, Endpoint> endpoints,
            List<Mailing> mailings,
            Consumer<Attempt> observer) {
        this.settings = settings;
        this.clock = clock;
        this.endpoints = Map.copyOf(endpoints);
        this.mailings = List.copyOf(mailings);
        this.observer = observer;
        Random random = new Random(settings.seed());
        List<Sender> senders = senders(random);
        this.deliveries = senders.size();
        this.schedule = new Schedule(senders, settings.weather().rate());
        this.progress = new Progress(deliveries, deliveries, 0, 0, 0);
        this.client = new HttpClient(new ClientLimits(settings.answerTimeout(), Answer.MAX_BODY, SLOWNESS));
    }

    StormResult deliver(Consumer<Progress> reporter) throws InterruptedException {
        if (settings.signAhead()) {
            signAhead();
        }
        reporter.accept(progress);
        long start = System.nanoTime();
        client.thread().execute(() -> {
            deadline = System.nanoTime() + settings.timeLimit().toNanos();
            schedule.start(System.nanoTime());
            client.after(settings.timeLimit().toNanos(), this::stop);
            pump();
        });
        await(reporter);
        Duration duration = Duration.ofNanos(System.nanoTime() - start);
        reporter.accept(progress);
        return new StormResult(mailings, journal, duration, schedule.open());
    }

    @Override
    public void close() {
        signing.shutdownNow();
        client.close();
    }

    /**
     * In the order of their mailings, or shuffled: then about half of a mailing's copies come together, as from several
     * servers of a platform at once, and the others whenever.
     */
    private List<Sender> senders(Random random) {
        List<Sender> senders = new ArrayList<>();
        IdentityHashMap<Sender, Double> places = new IdentityHashMap<>();
        for (Mailing mailing : mailings) {
            List<Duration> pauses = pauses(mailing);
            double together = random.nextDouble();
            for (int copy = 0; copy < mailing.copies(); copy++) {
                Sender sender = new Sender(mailing, copy, pauses, settings.weather(), random.nextLong());
                senders.add(sender);
                places.put(sender, random.nextBoolean() ? together : random.nextDouble());
            }
        }
        if (settings.weather().shuffled()) {
            senders.sort(Comparator.comparing(places::get));
        }
        return senders;
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
        for (Sender sender : schedule.senders()) {
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

    /** Ends with the run, or some time after everything must have ended by itself. */
    private void await(Consumer<Progress> reporter) throws InterruptedException {
        Duration most = settings.timeLimit()
                .plus(settings.answerTimeout().multipliedBy(3))
                .plus(SIGNING_BACKLOG);
        long until = System.nanoTime() + most.toNanos();
        while (System.nanoTime() - until < 0) {
            try {
                end.get(REPORT_MILLIS, TimeUnit.MILLISECONDS);
                return;
            } catch (TimeoutException notYet) {
                reporter.accept(progress);
            } catch (ExecutionException e) {
                throw new IllegalStateException("the storm broke off", e.getCause());
            }
        }
        throw new IllegalStateException("requests outlived their time-outs");
    }

    private void stop() {
        stopped = true;
        endIfDone();
    }

    /** Sends what is due and has a place in flight. Answers that come at once do not enter it again. */
    private void pump() {
        if (pumping) {
            return;
        }
        pumping = true;
        try {
            long now = System.nanoTime();
            while (!isOver(now) && inFlight < settings.inFlight()) {
                Schedule.Due due = schedule.poll(now);
                if (due == null) {
                    schedule.wakeUp(now, client, this::pump);
                    break;
                }
                inFlight++;
                signAndSend(due);
                now = System.nanoTime();
            }
        } catch (RuntimeException | Error e) {
            end.completeExceptionally(e);
        } finally {
            pumping = false;
        }
        endIfDone();
    }

    private boolean isOver(long now) {
        return stopped || end.isDone() || now - deadline >= 0;
    }

    private void endIfDone() {
        if (inFlight == 0 && (schedule.open() == 0 || isOver(System.nanoTime()))) {
            end.complete(null);
        }
    }

    private void signAndSend(Schedule.Due due) {
        byte[] ready = due.sender().ready(clock.instant());
        if (ready != null) {
            send(due, ready);
            return;
        }
        signing.execute(() -> {
            try {
                byte[] request = due.sender().sign(clock.instant());
                client.thread().execute(() -> send(due, request));
            } catch (RuntimeException | Error e) {
                end.completeExceptionally(e);
            }
        });
    }

    private void send(Schedule.Due due, byte[] request) {
        long start = System.nanoTime();
        Sender sender = due.sender();
        boolean openLoop = settings.weather().rate() > 0;
        Sending sending = sender.sending(clock.instant(), openLoop ? Math.max(0, start - due.nanos()) : 0);
        schedule.sent();
        progress = soFar();
        Endpoint endpoint = endpoints.get(sender.mailing().target());
        if (endpoint == null) {
            throw new IllegalStateException("a target was not resolved");
        }
        client.send(endpoint, request, sending.manner(), new AnswerListener() {
            @Override
            public void answered(int status, Map<String, List<String>> headers, byte[] body) {
                Answer answer = Answer.of(status, headers, body);
                ended(due, () -> sender.answered(answer, System.nanoTime() - start, sending));
            }

            @Override
            public void failed(IOException fault) {
                ended(due, () -> sender.unanswered(fault, System.nanoTime() - start, sending));
            }
        });
    }

    /** A fault in here is a defect of a platform or of this class: it ends the run. */
    private void ended(Schedule.Due due, Supplier<Attempt> judge) {
        inFlight--;
        try {
            Attempt attempt = judge.get();
            record(attempt);
            Duration pause = due.sender().pauseAfter(attempt);
            if (pause == null) {
                schedule.close();
            } else {
                schedule.again(due, System.nanoTime() + pause.toNanos());
            }
            progress = soFar();
        } catch (RuntimeException | Error e) {
            end.completeExceptionally(e);
        }
        pump();
    }

    private Progress soFar() {
        return new Progress(deliveries, schedule.open(), schedule.allSent(), acknowledged, unanswered);
    }

    private void record(Attempt attempt) {
        Attempt kept = withKnownBody(attempt);
        journal.add(kept);
        observer.accept(kept);
        acknowledged += kept.acknowledged() ? 1 : 0;
        unanswered += kept.answered() ? 0 : 1;
    }

    /** Receivers say few different things: one text for each is kept. */
    private Attempt withKnownBody(Attempt attempt) {
        String known = bodies.get(attempt.body());
        if (known == null && bodies.size() < MAX_BODIES) {
            bodies.put(attempt.body(), attempt.body());
        }
        return known == null
                ? attempt
                : new Attempt(
                        attempt.mailing(),
                        attempt.copy(),
                        attempt.number(),
                        attempt.status(),
                        known,
                        attempt.fault(),
                        attempt.acknowledged(),
                        attempt.latencyNanos(),
                        attempt.sending());
    }
}
