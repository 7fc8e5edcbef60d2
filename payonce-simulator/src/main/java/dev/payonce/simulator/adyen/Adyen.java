package dev.payonce.simulator.adyen;

import dev.payonce.simulator.Answer;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.Platform;
import dev.payonce.simulator.RetrySchedule;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.wire.RandomText;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Adyen's standard webhooks for one merchant account (channels.md 7). Each call for a notification of one payment makes a
 * duplicate as Adyen makes them: the same event and reference, another {@code eventDate}. That one failure holds up all
 * that comes after it is not played: a storm sends every notification by itself. Thread-safe.
 *
 * @param merchantAccount the merchant account's code
 * @param hmacKey the webhook's key as the Customer Area shows it: hex digits
 * @param live whether it says to come from the live environment
 */
public record Adyen(String merchantAccount, String hmacKey, boolean live) implements Platform {
    private static final int KEY_DIGITS = 64;
    private static final Duration LONGEST_PAUSE = Duration.ofHours(8);
    private static final Duration GIVES_UP_AFTER = Duration.ofDays(30);

    private static final Set<Forgery> FORGERIES = Collections.unmodifiableSet(EnumSet.of(
            Forgery.TAMPERED_BODY,
            Forgery.WRONG_SIGNATURE,
            Forgery.MISSING_SIGNATURE,
            Forgery.EMPTY_SIGNATURE,
            Forgery.OTHER_MERCHANT));

    private static final RetrySchedule SCHEDULE = schedule30Days();

    /** A live account with a new key. */
    public static Adyen generate(String merchantAccount) {
        return new Adyen(merchantAccount, RandomText.hex(new SecureRandom(), KEY_DIGITS), true);
    }

    /** The same account in the other environment; really it would have another key. */
    public Adyen withLive(boolean other) {
        return new Adyen(merchantAccount, hmacKey, other);
    }

    @Override
    public String name() {
        return "adyen";
    }

    @Override
    public Notification notification(SimulatedPayment payment, RandomGenerator random) {
        return notification(payment, AdyenEvent.authorised(), random);
    }

    /** A notification of any event about the payment. */
    public Notification notification(SimulatedPayment payment, AdyenEvent event, RandomGenerator random) {
        return new AdyenNotification(this, payment, event, random);
    }

    /** 200 or 202; the body, once {@code [accepted]}, is not read any more (channels.md 0.3). */
    @Override
    public boolean acknowledged(Answer answer) {
        return answer.status() == 200 || answer.status() == 202;
    }

    @Override
    public RetrySchedule schedule() {
        return SCHEDULE;
    }

    /** Three quick ones, then a queue whose pauses grow to 8 hours, for 30 days (channels.md 0.3). */
    private static RetrySchedule schedule30Days() {
        List<Duration> pauses = new ArrayList<>(List.of(
                Duration.ofSeconds(9),
                Duration.ofSeconds(18),
                Duration.ofSeconds(27),
                Duration.ofMinutes(2),
                Duration.ofMinutes(5),
                Duration.ofMinutes(10),
                Duration.ofMinutes(15),
                Duration.ofMinutes(30),
                Duration.ofHours(1),
                Duration.ofHours(2),
                Duration.ofHours(4)));
        while (new RetrySchedule(pauses).total().plus(LONGEST_PAUSE).compareTo(GIVES_UP_AFTER) <= 0) {
            pauses.add(LONGEST_PAUSE);
        }
        return new RetrySchedule(pauses);
    }

    @Override
    public Duration patience() {
        return Duration.ofSeconds(10);
    }

    @Override
    public Set<Forgery> forgeries() {
        return FORGERIES;
    }

    /** The name only: the key is a secret. */
    @Override
    public String toString() {
        return "Adyen[" + merchantAccount + "]";
    }
}
