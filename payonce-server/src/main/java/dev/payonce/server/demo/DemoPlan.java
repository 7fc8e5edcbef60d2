package dev.payonce.server.demo;

import dev.payonce.Money;
import dev.payonce.NewOrder;
import dev.payonce.Posting;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.wire.RandomText;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Everything that is going to happen, made up before it begins: the ordinary payments, by turns on either channel, and one
 * payment of every other story on each channel. The same seed makes the same plan.
 */
record DemoPlan(List<PlannedPayment> payments) {
    static final String CURRENCY = "CNY";
    static final String POINTS = "POINTS";
    static final String COUPON = "COUPON/SPRING10";

    /** So that several payments want the same account at once. */
    private static final int ORDERS_PER_ACCOUNT = 5;

    private static final int MIN_AMOUNT = 100;
    private static final int MAX_AMOUNT = 100_000;
    private static final int TRANSACTION_DIGITS = 28;

    DemoPlan {
        payments = List.copyOf(payments);
    }

    static DemoPlan of(DemoSettings settings, DemoChannels channels, Instant now) {
        Maker maker = new Maker(channels, now.truncatedTo(ChronoUnit.SECONDS), new SplittableRandom(settings.seed()));
        List<PlannedPayment> payments = new ArrayList<>();
        for (int i = 0; i < settings.payments(); i++) {
            String channel = DemoChannels.NAMES.get(i % DemoChannels.NAMES.size());
            payments.add(maker.payment(Story.PAID, channel, maker.order()));
        }
        for (String channel : DemoChannels.NAMES) {
            NewOrder paid = payments.stream()
                    .filter(payment -> payment.channel().equals(channel))
                    .findFirst()
                    .orElseThrow()
                    .order();
            for (Story story : Story.values()) {
                if (story != Story.PAID) {
                    payments.add(maker.payment(story, channel, story == Story.PAID_TWICE ? paid : maker.order()));
                }
            }
        }
        return new DemoPlan(payments);
    }

    List<PlannedPayment> of(Story story) {
        return payments.stream().filter(payment -> payment.story() == story).toList();
    }

    /** The payments that are not applied when they come. */
    List<PlannedPayment> troublesome() {
        return payments.stream()
                .filter(payment -> payment.story() != Story.PAID)
                .toList();
    }

    /** The orders that are there before the first payment comes. */
    List<NewOrder> orders() {
        return payments.stream()
                .filter(payment -> switch (payment.story()) {
                    case PAID, WRONG_AMOUNT, CLOSED_ORDER -> true;
                    case EARLY, UNKNOWN_ORDER, PAID_TWICE -> false;
                })
                .map(PlannedPayment::order)
                .toList();
    }

    private static final class Maker {
        private final DemoChannels channels;
        private final Instant now;
        private final RandomGenerator random;
        private int orders;

        Maker(DemoChannels channels, Instant now, RandomGenerator random) {
            this.channels = channels;
            this.now = now;
            this.random = random;
        }

        NewOrder order() {
            orders++;
            String account = "user:" + (1 + orders / ORDERS_PER_ACCOUNT);
            long amount = random.nextInt(MIN_AMOUNT, MAX_AMOUNT);
            return new NewOrder(
                    "DEMO-" + orders,
                    new Money(amount, CURRENCY),
                    account,
                    null,
                    List.of(
                            new Posting(account, CURRENCY, amount, null),
                            new Posting(account, POINTS, amount / MIN_AMOUNT, null),
                            new Posting(account, COUPON, 1, null)));
        }

        PlannedPayment payment(Story story, String channel, NewOrder order) {
            long amount = order.money().amount() - (story == Story.WRONG_AMOUNT ? 1 : 0);
            String transactionId = RandomText.digits(random, TRANSACTION_DIGITS);
            SimulatedPayment payment = new SimulatedPayment(transactionId, order.orderNo(), amount, CURRENCY, now);
            return new PlannedPayment(story, channel, channels.platform(channel).notification(payment, random), order);
        }
    }
}
