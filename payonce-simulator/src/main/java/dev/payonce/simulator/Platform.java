package dev.payonce.simulator;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * A payment platform as one merchant sees it: makes notifications, judges the receiver's answers, and knows when to send
 * again. Implementations are immutable and thread-safe.
 */
public interface Platform {
    /** The platform's short name, for journals and reports. */
    String name();

    /**
     * A notification that the payment succeeded. Each call makes a new notification (another notification id) of the
     * same payment; the same notification sent again is another {@link Notification#sign} of it.
     *
     * @throws IllegalArgumentException if the platform cannot take such a payment, for example in that currency
     */
    Notification notification(SimulatedPayment payment, RandomGenerator random);

    /** {@link #notification(SimulatedPayment, RandomGenerator)} with randomness that does not repeat. */
    default Notification notification(SimulatedPayment payment) {
        return notification(payment, new SecureRandom());
    }

    /** Whether the platform takes this answer for "received, do not send again". */
    boolean acknowledged(Answer answer);

    /** When the platform sends again what was not acknowledged. */
    RetrySchedule schedule();

    /**
     * How long the platform waits for an answer (channels.md 0.3); 15 s, the least that Standard Webhooks advises, where
     * that is not published.
     */
    default Duration patience() {
        return Duration.ofSeconds(15);
    }

    /** The forgeries that make sense on this platform, each of which a right receiver refuses. */
    Set<Forgery> forgeries();
}
