package dev.payonce.lab.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.simulator.Attempt;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Mailing;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.Storm;
import dev.payonce.simulator.StormResult;
import dev.payonce.simulator.StormSettings;
import dev.payonce.simulator.Weather;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * All that one platform sends about a few payments, by its own schedule, compressed: each success by several senders at
 * once, of whom some lose their first answer, and by one who loses every answer but the last; its other news; and each
 * forgery, of the payment and of one that nobody made. The first payment comes before its order.
 */
final class ChannelStorm {
    private static final int PAYMENTS = 6;
    private static final int COPIES = 10;
    private static final int CUT_PERCENT = 30;
    private static final int IN_FLIGHT = 20;
    private static final long AMOUNT = 9900;
    private static final Duration LASTS = Duration.ofSeconds(4);

    private final String channel;
    private final Sender sender;
    private final List<SimulatedPayment> payments;
    private final List<Mailing> patient = new ArrayList<>();
    private final int compression;

    ChannelStorm(String channel, Sender sender, Instant now) {
        this.channel = channel;
        this.sender = sender;
        this.payments = IntStream.range(0, PAYMENTS)
                .mapToObj(i -> payment(channel.replace("-", "") + String.format("%04d", i), sender.currency(), now))
                .toList();
        this.compression = Math.toIntExact(total().dividedBy(LASTS));
    }

    private static SimulatedPayment payment(String number, String currency, Instant now) {
        return new SimulatedPayment("4200" + number, "ORDER" + number, AMOUNT, currency, now);
    }

    List<SimulatedPayment> payments() {
        return payments;
    }

    /** Creates all orders but the first payment's. */
    void createOrders(ShopApi shop) throws Exception {
        for (SimulatedPayment payment : payments.subList(1, PAYMENTS)) {
            assertThat(createOrder(shop, payment)).isEqualTo(201);
        }
    }

    private int createOrder(ShopApi shop, SimulatedPayment payment) throws Exception {
        return shop.createOrder(payment, "user:" + channel);
    }

    /** Delivers, and creates the missing order when its payment was held; returns when the platform is done. */
    StormResult run(URI target, ShopApi shop, ExecutorService threads) throws Exception {
        SimulatedPayment early = payments.get(0);
        FutureTask<Integer> order = new FutureTask<>(() -> createOrder(shop, early));
        Storm storm = new Storm(StormSettings.defaults()
                .withInFlight(IN_FLIGHT)
                .withRetries(StormSettings.MAX_RETRIES, compression)
                .withAnswerTimeout(sender.platform().patience())
                .withSeed(channel.hashCode())
                .withWeather(new Weather(0, true, 0, CUT_PERCENT)));
        StormResult result = storm.run(mailings(target), progress -> {}, attempt -> {
            if (attempt.answered() && isSuccessOf(early, attempt.mailing())) {
                threads.execute(order);
            }
        });
        assertThat(order.get(30, TimeUnit.SECONDS)).isEqualTo(201);
        return result;
    }

    private static boolean isSuccessOf(SimulatedPayment payment, Mailing mailing) {
        return mailing.copies() == COPIES && mailing.notification().payment().equals(payment);
    }

    private List<Mailing> mailings(URI target) {
        RandomGenerator random = new Random(channel.hashCode());
        List<Mailing> mailings = new ArrayList<>();
        for (SimulatedPayment payment : payments) {
            mailings.add(Mailing.genuine(target, sender.success(payment, random), COPIES));
            patient.add(Mailing.genuine(target, new LastAnswerOnly(sender.success(payment, random)), 1));
            sender.news().forEach(news -> mailings.add(Mailing.genuine(target, news.of(payment, random), 1)));
            for (Forgery forgery : sender.platform().forgeries()) {
                Stream.of(payment, Team.another(payment, "9"))
                        .map(some -> sender.success(some, random))
                        .forEach(forged -> mailings.add(Mailing.forged(target, forged, Set.of(forgery))));
            }
        }
        mailings.addAll(patient);
        return mailings;
    }

    /** Every genuine sender was acknowledged in the end, nobody else ever, and the whole schedule was gone through. */
    void requireAsExpected(StormResult result) {
        assertThat(result.wronglyAcknowledged()).isEmpty();
        assertThat(result.unfinished()).isZero();
        assertThat(lastAttempts(result).stream().filter(last -> !last.acknowledged()))
                .extracting(last -> last.mailing().kind() + ": " + last.status() + " " + last.body())
                .isEmpty();
        assertThat(result.unanswered()).as("lost answers").isPositive();
        int sends = sender.platform().schedule().pauses().size() + 1;
        assertThat(lastAttempts(result).stream().filter(last -> patient.contains(last.mailing())))
                .hasSize(PAYMENTS)
                .allSatisfy(last -> assertThat(last.number()).isEqualTo(sends));
        assertThat(result.duration())
                .isGreaterThanOrEqualTo(
                        sender.platform().schedule().compressed(compression).total());
    }

    /** Of each genuine sender. */
    private static List<Attempt> lastAttempts(StormResult result) {
        Map<List<Object>, Attempt> bySender = result.journal().stream()
                .filter(attempt -> attempt.mailing().genuine())
                .collect(Collectors.toMap(
                        attempt -> List.of(attempt.mailing(), attempt.copy()),
                        attempt -> attempt,
                        (one, other) -> one.number() > other.number() ? one : other));
        return List.copyOf(bySender.values());
    }

    private Duration total() {
        return sender.platform().schedule().total();
    }
}
