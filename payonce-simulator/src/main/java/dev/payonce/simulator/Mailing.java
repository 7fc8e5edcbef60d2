package dev.payonce.simulator;

import java.net.URI;
import java.util.Set;

/**
 * One notification to be delivered to one endpoint.
 *
 * @param target the endpoint
 * @param notification what to deliver
 * @param forgeries what is wrong with it; empty: genuine
 * @param copies how many senders deliver it at once, as a platform's several servers do (channels.md 0.3); each signs for
 *     itself and, if genuine, sends again until it is acknowledged
 * @param expectation what a right receiver does
 */
public record Mailing(
        URI target, Notification notification, Set<Forgery> forgeries, int copies, Expectation expectation) {
    public Mailing {
        forgeries = Set.copyOf(forgeries);
        Forgery.requirePossible(forgeries, notification.platform());
        if (copies < 1) {
            throw new IllegalArgumentException("copies must be at least 1");
        }
    }

    /** A genuine notification, which is acknowledged in the end. */
    public static Mailing genuine(URI target, Notification notification, int copies) {
        return new Mailing(target, notification, Set.of(), copies, Expectation.ACKNOWLEDGED);
    }

    /** A forged one, sent once and to be refused. */
    public static Mailing forged(URI target, Notification notification, Set<Forgery> forgeries) {
        if (forgeries.isEmpty()) {
            throw new IllegalArgumentException("a forged mailing needs a forgery");
        }
        return new Mailing(target, notification, forgeries, 1, Expectation.REFUSED);
    }

    /** The same with another expectation: a genuine notification of a wrong amount, say, may be refused for good. */
    public Mailing expecting(Expectation other) {
        return new Mailing(target, notification, forgeries, copies, other);
    }

    public boolean genuine() {
        return forgeries.isEmpty();
    }

    /** The notification's event, with the forgeries if there are any. */
    public String kind() {
        return genuine() ? notification.event() : notification.event() + " " + forgeries;
    }
}
