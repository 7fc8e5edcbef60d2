package dev.payonce.simulator.stripe;

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
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Stripe for one webhook endpoint (channels.md 5). With several secrets, as while one is rolled, each attempt is signed with
 * all of them. Thread-safe. Its text form holds no secret.
 *
 * @param secrets the endpoint's signing secrets, {@code whsec_…}
 * @param livemode whether the payments are live; in the test mode attempts carry the decoy {@code v0} too
 * @param account the connected account whose events these are; absent: the endpoint's own
 */
public record Stripe(
        List<String> secrets, boolean livemode, @Nullable String account) implements Platform {
    private static final int SECRET_LENGTH = 32;

    private static final Set<Forgery> FORGERIES = Collections.unmodifiableSet(EnumSet.of(
            Forgery.TAMPERED_BODY,
            Forgery.WRONG_SIGNATURE,
            Forgery.MISSING_SIGNATURE,
            Forgery.EMPTY_SIGNATURE,
            Forgery.WEAK_ALGORITHM,
            Forgery.STALE,
            Forgery.FUTURE,
            Forgery.OTHER_MERCHANT));

    /** Stripe says "up to three days with an exponential back off" and no steps: doubling from a minute, 68 hours. */
    private static final RetrySchedule LIVE = new RetrySchedule(
            IntStream.range(0, 12).mapToObj(i -> Duration.ofMinutes(1L << i)).toList());

    /** "Three times over the course of a few hours". */
    private static final RetrySchedule TEST =
            new RetrySchedule(List.of(Duration.ofMinutes(10), Duration.ofHours(1), Duration.ofHours(2)));

    public Stripe {
        secrets = List.copyOf(secrets);
        if (secrets.isEmpty()) {
            throw new IllegalArgumentException("secrets must not be empty");
        }
    }

    /** A live endpoint of an account's own with a new secret. */
    public static Stripe generate() {
        return new Stripe(List.of("whsec_" + RandomText.alphanumeric(new SecureRandom(), SECRET_LENGTH)), true, null);
    }

    /** The same endpoint in the other mode. */
    public Stripe withLivemode(boolean other) {
        return new Stripe(secrets, other, account);
    }

    /** The same endpoint with the events of a connected account, or of its own. */
    public Stripe withAccount(@Nullable String other) {
        return new Stripe(secrets, livemode, other);
    }

    @Override
    public String name() {
        return "stripe";
    }

    @Override
    public Notification notification(SimulatedPayment payment, RandomGenerator random) {
        return notification(payment, StripeEvent.paid(), random);
    }

    /** A new Event object of any type about the payment. */
    public Notification notification(SimulatedPayment payment, StripeEvent event, RandomGenerator random) {
        return new StripeNotification(this, payment, event, random);
    }

    /**
     * All that Stripe sends about one payment by Checkout, in a random order: three events of different types, and a second
     * Event object for the same change (channels.md 5.2, 12).
     */
    public List<Notification> everything(SimulatedPayment payment, RandomGenerator random) {
        List<Notification> all = new ArrayList<>();
        for (StripeEvent event : List.of(
                StripeEvent.paid(),
                StripeEvent.chargeSucceeded(),
                StripeEvent.sessionCompleted("paid"),
                StripeEvent.paid())) {
            all.add(random.nextInt(all.size() + 1), notification(payment, event, random));
        }
        return Collections.unmodifiableList(all);
    }

    /** Any 2xx (channels.md 0.3). */
    @Override
    public boolean acknowledged(Answer answer) {
        return answer.status() >= 200 && answer.status() < 300;
    }

    @Override
    public RetrySchedule schedule() {
        return livemode ? LIVE : TEST;
    }

    @Override
    public Set<Forgery> forgeries() {
        return FORGERIES;
    }

    @Override
    public String toString() {
        return "Stripe[livemode=" + livemode + ", account=" + account + ", secrets=" + secrets.size() + "]";
    }
}
