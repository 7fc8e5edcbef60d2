package dev.payonce.server.demo;

import dev.payonce.simulator.Attempt;
import dev.payonce.simulator.Expectation;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Mailing;
import dev.payonce.simulator.Storm;
import dev.payonce.simulator.StormResult;
import dev.payonce.simulator.StormSettings;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.LongConsumer;
import java.util.random.RandomGenerator;

/**
 * Delivers payments as their platforms do on a bad day, in waves: all copies of a wave's payments are signed first and then
 * sent at once. Keeps the journal of everything sent. Used by one thread.
 */
final class Deliveries {
    /** Requests under way at once. */
    private static final int AT_ONCE = DemoSettings.MAX_COPIES;

    private static final int RETRIES = 2;

    /** Makes Alipay's four minutes 24 ms. */
    private static final int COMPRESSION = 10_000;

    /** A wave's forgeries come on top of it. */
    private static final int ROOM_FOR_FORGERIES = 50;

    private static final Duration WAVE_LIMIT = Duration.ofSeconds(20);
    private static final Duration PLATFORM_PATIENCE = Duration.ofSeconds(5);

    private final URI server;
    private final Storm storm;
    private final RandomGenerator random;
    private final LongConsumer progress;
    private final List<Mailing> mailings = new ArrayList<>();
    private final List<Attempt> journal = new ArrayList<>();
    private Duration duration = Duration.ZERO;
    private int unfinished;

    /** @param progress told how many requests were sent in all, several times a second */
    Deliveries(URI server, long seed, LongConsumer progress) {
        this.server = server;
        this.random = new SplittableRandom(seed);
        this.storm = new Storm(StormSettings.defaults()
                .withInFlight(AT_ONCE + ROOM_FOR_FORGERIES)
                .withRetries(RETRIES, COMPRESSION)
                .withTimeLimit(WAVE_LIMIT)
                .withAnswerTimeout(PLATFORM_PATIENCE)
                .withSeed(seed)
                .signingAhead());
        this.progress = progress;
    }

    /** Delivers each payment this many times at once; genuine ones only. */
    void deliver(List<PlannedPayment> payments, int copies) throws InterruptedException {
        for (List<PlannedPayment> wave : waves(payments, copies)) {
            send(genuine(wave, copies));
        }
    }

    /** The same, and among each wave's payments one of every forgery: of a payment that is really about to come. */
    void deliverAmongForgeries(List<PlannedPayment> payments, int copies) throws InterruptedException {
        for (List<PlannedPayment> wave : waves(payments, copies)) {
            List<Mailing> all = genuine(wave, copies);
            all.addAll(forgeries(wave));
            send(all);
        }
    }

    /** Delivers payments whose platforms must not be told success yet. */
    void deliverTooEarly(List<PlannedPayment> payments, int copies) throws InterruptedException {
        for (List<PlannedPayment> wave : waves(payments, copies)) {
            send(genuine(wave, copies).stream()
                    .map(mailing -> mailing.expecting(Expectation.REFUSED))
                    .toList());
        }
    }

    /** Everything sent so far, as one storm whose duration is that of its waves. */
    StormResult result() {
        return new StormResult(mailings, journal, duration, unfinished);
    }

    static List<List<PlannedPayment>> waves(List<PlannedPayment> payments, int copies) {
        int size = Math.max(1, AT_ONCE / copies);
        List<List<PlannedPayment>> waves = new ArrayList<>();
        for (int from = 0; from < payments.size(); from += size) {
            waves.add(payments.subList(from, Math.min(payments.size(), from + size)));
        }
        return waves;
    }

    private List<Mailing> genuine(List<PlannedPayment> wave, int copies) {
        List<Mailing> genuine = new ArrayList<>();
        for (PlannedPayment payment : wave) {
            genuine.add(Mailing.genuine(target(payment), payment.notification(), copies)
                    .expecting(payment.story().expectation()));
        }
        return genuine;
    }

    private List<Mailing> forgeries(List<PlannedPayment> wave) {
        List<Mailing> forged = new ArrayList<>();
        for (Forgery forgery : EnumSet.allOf(Forgery.class)) {
            List<PlannedPayment> victims = wave.stream()
                    .filter(payment ->
                            payment.notification().platform().forgeries().contains(forgery))
                    .toList();
            if (!victims.isEmpty()) {
                PlannedPayment victim = victims.get(random.nextInt(victims.size()));
                forged.add(Mailing.forged(target(victim), victim.notification(), Set.of(forgery)));
            }
        }
        return forged;
    }

    private URI target(PlannedPayment payment) {
        return server.resolve("/notify/" + payment.channel());
    }

    private void send(List<Mailing> wave) throws InterruptedException {
        long before = journal.size();
        StormResult result = storm.run(wave, sent -> progress.accept(before + sent.sent()));
        mailings.addAll(wave);
        journal.addAll(result.journal());
        duration = duration.plus(result.duration());
        unfinished += result.unfinished();
    }
}
