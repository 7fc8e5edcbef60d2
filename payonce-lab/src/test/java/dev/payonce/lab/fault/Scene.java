package dev.payonce.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.lab.ServerProcess;
import dev.payonce.simulator.Attempt;
import dev.payonce.simulator.Mailing;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.Storm;
import dev.payonce.simulator.StormResult;
import dev.payonce.simulator.StormSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * One server, the platforms that deliver to it, and everything they ever delivered. A storm rolls on in waves of new
 * payments; the fault strikes after a third of its time and is healed after two thirds. Afterwards the platforms deliver
 * once more whatever there was, as their retries would.
 */
final class Scene implements AutoCloseable {
    private static final int SECONDS = Integer.getInteger("payonce.storm.seconds", 6);
    private static final int PAYMENTS_A_WAVE = 8;
    private static final int COPIES = 12;
    private static final long AMOUNT = 9900;

    /** One for all scenes: several servers may serve it. */
    private static final Merchant MERCHANT = new Merchant();

    private final String run = UUID.randomUUID().toString().substring(0, 8);
    private final Storm storm = new Storm(
            StormSettings.defaults().withInFlight(64).withRetries(3, 1000).withTimeLimit(Duration.ofSeconds(3)));
    private final Storm patience = new Storm(
            StormSettings.defaults().withInFlight(16).withRetries(15, 1000).withTimeLimit(Duration.ofSeconds(60)));
    private final List<SimulatedPayment> payments = new ArrayList<>();
    private final List<Attempt> journal = new ArrayList<>();
    private final ServerProcess.Launch launch;
    private final int port;
    private final ShopApi shop;
    private ServerProcess server;

    /** Starts the server, in a time zone that is not UTC. */
    Scene(Path folder, List<String> settings) throws IOException, InterruptedException {
        List<String> all = new ArrayList<>(MERCHANT.settings());
        all.add(ShopApi.setting());
        all.addAll(settings);
        this.launch = new ServerProcess.Launch(
                List.of("-Xmx256m", "-Duser.timezone=Pacific/Chatham"),
                List.of("dev.payonce.server.PayOnce", "serve"),
                all,
                folder.resolve("server-" + run + ".log"));
        this.port = ServerProcess.freePort();
        this.shop = new ShopApi(port);
        this.server = ServerProcess.start(launch, port);
    }

    void killServer() {
        server.kill();
    }

    void terminateServer() {
        server.close();
    }

    void startServerAgain() throws IOException, InterruptedException {
        server = ServerProcess.start(launch, port);
    }

    /** A storm with the fault in its middle. */
    void storm(Fault fault) throws Exception {
        Duration third = Duration.ofSeconds(SECONDS).dividedBy(3);
        CompletableFuture<Void> healed = after(third, fault.strike()).thenCompose(struck -> after(third, fault.heal()));
        long until = System.nanoTime() + third.multipliedBy(3).toNanos();
        while (System.nanoTime() < until || !healed.isDone()) {
            wave();
        }
        healed.get();
    }

    private static CompletableFuture<Void> after(Duration pause, Fault.Step step) {
        Executor later = CompletableFuture.delayedExecutor(pause.toMillis(), TimeUnit.MILLISECONDS);
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        step.run();
                    } catch (Exception e) {
                        throw new CompletionException(e);
                    }
                },
                later);
    }

    /** New payments, delivered many times at once, with a forged one beside each. */
    private void wave() throws InterruptedException {
        List<Mailing> mailings = new ArrayList<>();
        for (int i = 0; i < PAYMENTS_A_WAVE; i++) {
            SimulatedPayment payment = newPayment();
            // While the server or its database is away, the payment comes before its order.
            var unused = createOrder(payment);
            mailings.add(MERCHANT.genuine(port, payment, COPIES));
            mailings.add(MERCHANT.tampered(port, payment));
        }
        remember(storm.run(mailings));
    }

    SimulatedPayment newPayment() {
        String number = run + "-" + payments.size();
        SimulatedPayment payment = new SimulatedPayment(
                "4200" + number,
                "order-" + number,
                AMOUNT,
                "CNY",
                Clock.systemUTC().instant());
        payments.add(payment);
        return payment;
    }

    private void remember(StormResult result) {
        assertThat(result.wronglyAcknowledged()).isEmpty();
        journal.addAll(result.journal());
    }

    /** The retries run on, without faults: everything that was ever delivered is acknowledged and posted once. */
    void settle(Books books) throws InterruptedException {
        books.requireRows(acknowledged());
        assertThat(payments)
                .allSatisfy(payment -> assertThat(createOrder(payment)).isIn(200, 201));
        StormResult retries = patience.run(payments.stream()
                .map(payment -> MERCHANT.genuine(port, payment, 1))
                .toList());
        assertThat(retries.neverAcknowledged()).isEmpty();
        books.requirePostedOnce(payments);
    }

    /** Delivers one payment to one of the servers, with its retries, and says when that has ended. */
    CompletableFuture<StormResult> deliver(SimulatedPayment payment, Scene to) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return patience.run(List.of(MERCHANT.genuine(to.port, payment, 1)));
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private Set<String> acknowledged() {
        return journal.stream()
                .filter(Attempt::acknowledged)
                .map(attempt -> attempt.mailing().notification().payment().transactionId())
                .collect(Collectors.toSet());
    }

    /** Genuine deliveries that were answered, but not with success. */
    long turnedAway() {
        return journal.stream()
                .filter(attempt -> attempt.mailing().genuine() && attempt.answered() && !attempt.acknowledged())
                .count();
    }

    /** Deliveries that found nobody, or lost their answer. */
    long unanswered() {
        return journal.stream().filter(attempt -> !attempt.answered()).count();
    }

    /** The HTTP status; 0: no answer. */
    int createOrder(SimulatedPayment payment) throws InterruptedException {
        try {
            return shop.createOrder(payment, "user:" + payments.indexOf(payment) % 10);
        } catch (IOException e) {
            return 0;
        }
    }

    /** The sum over all series of a meter, as Prometheus reads it. */
    double meter(String name) throws IOException, InterruptedException {
        return shop.meter(name);
    }

    @Override
    public void close() {
        server.close();
    }
}
