package dev.payonce.lab.nodes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.payonce.simulator.Mailing;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.Storm;
import dev.payonce.simulator.StormResult;
import dev.payonce.simulator.StormSettings;
import dev.payonce.simulator.Weather;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import javax.sql.DataSource;

/**
 * A storm over all nodes that rolls on in waves. A wave has new payments and some of earlier waves; each is delivered to every
 * node many times at once, and sent again until it is acknowledged. The fault strikes in mid-storm, several times if the storm
 * is long. Afterwards everything is delivered once more, as the platforms' retries would.
 */
final class RollingStorm {
    private static final Duration LONGEST = Duration.ofMinutes(30);
    private static final int PAYMENTS_A_WAVE = 20;
    private static final int OLD_PAYMENTS_A_WAVE = 6;
    private static final int CUT_PERCENT = 2;

    private final String run = UUID.randomUUID().toString().substring(0, 8);
    private final Cluster cluster;
    private final Scale scale;
    private final Random random;
    private final StormSettings settings;
    private final Tally tally = new Tally();
    private final List<SimulatedPayment> payments = new ArrayList<>();
    private final Map<SimulatedPayment, Notification> notifications = new HashMap<>();
    private final Set<SimulatedPayment> ordered = new HashSet<>();
    private final Set<String> forgotten = ConcurrentHashMap.newKeySet();
    private List<SimulatedPayment> coming = List.of();

    RollingStorm(Cluster cluster, Scale scale, long seed) {
        this.cluster = cluster;
        this.scale = scale;
        this.random = new Random(seed);
        this.settings = StormSettings.defaults()
                .withInFlight(64)
                .withRetries(15, 1000)
                .withTimeLimit(Duration.ofSeconds(4))
                .withAnswerTimeout(Duration.ofSeconds(4))
                .withWeather(new Weather(scale.rate(), true, 0, CUT_PERCENT));
    }

    Tally tally() {
        return tally;
    }

    /** All of the storm, with the fault in it. */
    void blow(NodeFault fault) throws Exception {
        for (int strike = 1; strike <= scale.strikes(); strike++) {
            blowOnce(fault, scale.deliveries() * strike / scale.strikes());
        }
    }

    private void blowOnce(NodeFault fault, long until) throws Exception {
        long third = (until - tally.sent()) / 3;
        long strikesAt = tally.sent() + third;
        CompletableFuture<Void> trouble = CompletableFuture.runAsync(
                        () -> await().atMost(LONGEST).until(() -> tally.sent() >= strikesAt))
                .thenRunAsync(step(() -> fault.strike(cluster, this::look)))
                .thenRunAsync(step(() -> fault.heal(cluster, this::look)), after(fault.length()));
        long end = System.nanoTime() + LONGEST.toNanos();
        while (tally.sent() < until || !trouble.isDone()) {
            assertThat(System.nanoTime()).as("the storm ends").isLessThan(end);
            wave();
        }
        trouble.get(1, TimeUnit.SECONDS);
        wave();
    }

    private interface Step {
        void run() throws Exception;
    }

    private static Runnable step(Step step) {
        return () -> {
            try {
                step.run();
            } catch (Exception e) {
                throw new CompletionException(e);
            }
        };
    }

    private static Executor after(Duration pause) {
        return CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** What was acknowledged by now must be in these books. */
    private void look(DataSource books) {
        forgotten.addAll(new Audit(books).missing(tally.acknowledged()));
    }

    /**
     * The orders of the next wave are created while this one is delivered. When a node or the database is away, a payment comes
     * before its order.
     */
    private void wave() throws InterruptedException {
        List<SimulatedPayment> some = old();
        some.addAll(coming);
        payments.addAll(coming);
        coming = newPayments();
        Map<SimulatedPayment, CompletableFuture<Integer>> orders = create(coming);
        List<Mailing> mailings = new ArrayList<>();
        for (SimulatedPayment payment : some) {
            for (Node node : cluster.nodes()) {
                mailings.add(cluster.accounts().genuine(node.port(), notificationOf(payment), scale.copies()));
            }
            mailings.add(cluster.accounts().tampered(anyNode().port(), notificationOf(payment)));
        }
        StormResult result = new Storm(settings.withSeed(random.nextLong())).run(mailings, progress -> {}, tally::note);
        assertThat(result.wronglyAcknowledged()).isEmpty();
        note(orders);
    }

    /** Of earlier waves: the latest that have not been acknowledged, as platforms send again, and some that may have been. */
    private List<SimulatedPayment> old() {
        Set<String> acknowledged = tally.acknowledged();
        Set<SimulatedPayment> old = new LinkedHashSet<>();
        for (int i = payments.size() - 1; i >= 0 && old.size() < PAYMENTS_A_WAVE; i--) {
            if (!acknowledged.contains(payments.get(i).transactionId())) {
                old.add(payments.get(i));
            }
        }
        for (int i = 0; i < OLD_PAYMENTS_A_WAVE && !payments.isEmpty(); i++) {
            old.add(payments.get(random.nextInt(payments.size())));
        }
        return new ArrayList<>(old);
    }

    private List<SimulatedPayment> newPayments() {
        return IntStream.range(0, PAYMENTS_A_WAVE)
                .mapToObj(i -> run + "-" + (payments.size() + i))
                .map(number -> new SimulatedPayment(
                        "4200" + number,
                        "order-" + number,
                        Cluster.AMOUNT,
                        "CNY",
                        Clock.systemUTC().instant()))
                .toList();
    }

    private Notification notificationOf(SimulatedPayment payment) {
        return notifications.computeIfAbsent(payment, cluster.accounts()::notification);
    }

    private Node anyNode() {
        return cluster.nodes().get(random.nextInt(cluster.nodes().size()));
    }

    private Map<SimulatedPayment, CompletableFuture<Integer>> create(List<SimulatedPayment> some) {
        Map<SimulatedPayment, CompletableFuture<Integer>> answers = new HashMap<>();
        some.forEach(payment -> answers.put(payment, cluster.createOrder(anyNode(), payment)));
        return answers;
    }

    private void note(Map<SimulatedPayment, CompletableFuture<Integer>> answers) {
        answers.forEach((payment, answer) -> {
            int status = answer.join();
            if (status == 200 || status == 201) {
                ordered.add(payment);
            }
        });
    }

    /** The retries run on, without faults, until everything that was ever delivered is acknowledged; then the books are closed. */
    Verdict settle(NodeFault fault) throws InterruptedException {
        look(cluster.postgres().primary());
        List<SimulatedPayment> unordered =
                payments.stream().filter(payment -> !ordered.contains(payment)).toList();
        for (int from = 0; from < unordered.size(); from += PAYMENTS_A_WAVE) {
            note(create(unordered.subList(from, Math.min(unordered.size(), from + PAYMENTS_A_WAVE))));
        }
        assertThat(ordered).as("orders that were created").containsAll(payments);
        StormResult retries = new Storm(settings.withInFlight(24).withTimeLimit(Duration.ofSeconds(60)))
                .run(
                        payments.stream()
                                .map(payment ->
                                        cluster.accounts().genuine(anyNode().port(), notificationOf(payment), 1))
                                .toList(),
                        progress -> {},
                        tally::note);
        Audit audit = new Audit(cluster.postgres().primary());
        Set<String> lost = new HashSet<>(forgotten);
        lost.addAll(audit.lost(payments));
        return new Verdict(
                fault,
                scale.strikes(),
                tally,
                payments.size(),
                audit.doubled(),
                lost,
                forgotten.size() + tally.forgedAcknowledged(),
                retries.neverAcknowledged().size(),
                audit.violations());
    }
}
