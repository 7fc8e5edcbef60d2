package dev.payonce.simulator.standardwebhooks;

import dev.payonce.simulator.Answer;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.Platform;
import dev.payonce.simulator.RetrySchedule;
import dev.payonce.simulator.SimulatedPayment;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * A sender after the Standard Webhooks specification 1.0.0 (channels.md 9), with a body of this form:
 * {@code {"type":"payment.paid","timestamp":…,"data":{"id","order_no","amount","currency","status"}}}. With several secrets,
 * as while one is rolled, each attempt carries a signature by each. Thread-safe. Its text form holds no secret.
 *
 * @param secrets {@code whsec_} and base64
 */
public record StandardWebhooks(List<String> secrets) implements Platform {
    private static final int SECRET_BYTES = 32;

    private static final Set<Forgery> FORGERIES = Collections.unmodifiableSet(EnumSet.of(
            Forgery.TAMPERED_BODY,
            Forgery.WRONG_SIGNATURE,
            Forgery.MISSING_SIGNATURE,
            Forgery.EMPTY_SIGNATURE,
            Forgery.WEAK_ALGORITHM,
            Forgery.STALE,
            Forgery.FUTURE));

    /** The specification's example. */
    private static final RetrySchedule SCHEDULE = new RetrySchedule(List.of(
            Duration.ofSeconds(5),
            Duration.ofMinutes(5),
            Duration.ofMinutes(30),
            Duration.ofHours(2),
            Duration.ofHours(5),
            Duration.ofHours(10),
            Duration.ofHours(14),
            Duration.ofHours(20),
            Duration.ofHours(24)));

    public StandardWebhooks {
        secrets = List.copyOf(secrets);
        if (secrets.isEmpty()) {
            throw new IllegalArgumentException("secrets must not be empty");
        }
    }

    /** A sender with a new secret. */
    public static StandardWebhooks generate() {
        byte[] secret = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(secret);
        return new StandardWebhooks(List.of("whsec_" + Base64.getEncoder().encodeToString(secret)));
    }

    @Override
    public String name() {
        return "standard-webhooks";
    }

    @Override
    public Notification notification(SimulatedPayment payment, RandomGenerator random) {
        return notification(payment, "paid", random);
    }

    /** A notification that the payment has come to a status: {@code paid}, {@code pending}, {@code refunded}, … */
    public Notification notification(SimulatedPayment payment, String status, RandomGenerator random) {
        return new WebhookNotification(this, payment, status, random);
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
    public Set<Forgery> forgeries() {
        return FORGERIES;
    }

    @Override
    public String toString() {
        return "StandardWebhooks[secrets=" + secrets.size() + "]";
    }
}
