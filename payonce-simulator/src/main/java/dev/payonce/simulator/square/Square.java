package dev.payonce.simulator.square;

import dev.payonce.simulator.Answer;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.Platform;
import dev.payonce.simulator.RetrySchedule;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.wire.RandomText;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Square's payment webhooks for one merchant (channels.md 8). Each call for a notification is another event, with an event
 * id of its own, about the same payment. Thread-safe.
 *
 * @param merchantId the merchant's id, in every event
 * @param locationId where the payments are taken
 * @param signatureKey of the webhook subscription, used as text
 * @param notificationUrl as it is registered, whatever URL the notifications are really sent to
 */
public record Square(String merchantId, String locationId, String signatureKey, String notificationUrl)
        implements Platform {
    private static final int KEY_LENGTH = 22;

    private static final Set<Forgery> FORGERIES = Collections.unmodifiableSet(EnumSet.of(
            Forgery.TAMPERED_BODY,
            Forgery.WRONG_SIGNATURE,
            Forgery.MISSING_SIGNATURE,
            Forgery.EMPTY_SIGNATURE,
            Forgery.OTHER_MERCHANT));

    /** 11 more sends, then discarded (channels.md 0.3). */
    private static final RetrySchedule SCHEDULE = new RetrySchedule(List.of(
            Duration.ofMinutes(1),
            Duration.ofMinutes(2),
            Duration.ofMinutes(4),
            Duration.ofMinutes(8),
            Duration.ofMinutes(16),
            Duration.ofMinutes(32),
            Duration.ofMinutes(60),
            Duration.ofHours(2),
            Duration.ofHours(4),
            Duration.ofHours(8),
            Duration.ofHours(8)));

    /** A merchant with a new key. */
    public static Square generate(String merchantId, String locationId, String notificationUrl) {
        String key = RandomText.alphanumeric(new SecureRandom(), KEY_LENGTH);
        return new Square(merchantId, locationId, key, notificationUrl);
    }

    @Override
    public String name() {
        return "square";
    }

    @Override
    public Notification notification(SimulatedPayment payment, RandomGenerator random) {
        return notification(payment, SquareEvent.completed(), random);
    }

    /** A notification of any event about the payment. */
    public Notification notification(SimulatedPayment payment, SquareEvent event, RandomGenerator random) {
        return new SquareNotification(this, payment, event, random);
    }

    /** Any 2xx (channels.md 0.3). */
    @Override
    public boolean acknowledged(Answer answer) {
        return answer.status() >= 200 && answer.status() < 300;
    }

    @Override
    public RetrySchedule schedule() {
        return SCHEDULE;
    }

    @Override
    public Duration patience() {
        return Duration.ofSeconds(10);
    }

    @Override
    public Set<Forgery> forgeries() {
        return FORGERIES;
    }

    /** The merchant only: the key is a secret. */
    @Override
    public String toString() {
        return "Square[" + merchantId + "]";
    }
}
