package dev.payonce.lab.fault;

import dev.payonce.simulator.Notification;
import dev.payonce.simulator.Platform;
import dev.payonce.simulator.SimulatedPayment;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * A platform as the account of one example, and what it tells of a payment that succeeds.
 *
 * @param currency of its payments
 * @param news each of them once or several times, in any order; the first one tells that the payment succeeded
 */
record Sender(Platform platform, String currency, List<Telling> news) {
    Sender {
        news = List.copyOf(news);
    }

    /** Makes a new notification of the payment. */
    interface Telling {
        Notification of(SimulatedPayment payment, RandomGenerator random);
    }

    /** Makes a new notification of an event of the payment's. */
    interface Reporting<E> {
        Notification of(SimulatedPayment payment, E event, RandomGenerator random);
    }

    static <E> Sender of(Platform platform, String currency, Reporting<E> reporting, List<E> events) {
        return new Sender(
                platform,
                currency,
                events.stream()
                        .<Telling>map(event -> (payment, random) -> reporting.of(payment, event, random))
                        .toList());
    }

    /** The same, which also has this to tell. */
    Sender and(Telling more) {
        return new Sender(
                platform,
                currency,
                Stream.concat(news.stream(), Stream.of(more)).toList());
    }

    /** That the payment succeeded. */
    Notification success(SimulatedPayment payment, RandomGenerator random) {
        return news.get(0).of(payment, random);
    }
}
