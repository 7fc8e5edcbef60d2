package dev.payonce.simulator.alipay;

import dev.payonce.simulator.Answer;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.Platform;
import dev.payonce.simulator.RetrySchedule;
import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.SimulatedPayment;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Alipay's domestic open platform for one seller (channels.md 3), signing with RSA2. Thread-safe.
 *
 * @param appId the application that took the payment
 * @param sellerId the seller's user id
 * @param key Alipay's key; its messages do not name it
 * @param charset of the signed text and of the form; UTF-8 or GBK
 */
public record Alipay(String appId, String sellerId, SigningKey key, Charset charset) implements Platform {
    private static final Set<Forgery> FORGERIES = Collections.unmodifiableSet(EnumSet.of(
            Forgery.TAMPERED_BODY,
            Forgery.WRONG_SIGNATURE,
            Forgery.MISSING_SIGNATURE,
            Forgery.EMPTY_SIGNATURE,
            Forgery.WEAK_ALGORITHM,
            Forgery.OTHER_MERCHANT,
            Forgery.OTHER_APP));

    /** 8 sends in 25 hours (channels.md 0.3). */
    private static final RetrySchedule SCHEDULE = new RetrySchedule(List.of(
            Duration.ofMinutes(4),
            Duration.ofMinutes(10),
            Duration.ofMinutes(10),
            Duration.ofHours(1),
            Duration.ofHours(2),
            Duration.ofHours(6),
            Duration.ofHours(15)));

    /** A seller with a new key, in UTF-8. */
    public static Alipay generate(String appId, String sellerId) {
        return new Alipay(appId, sellerId, SigningKey.generate("alipay"), StandardCharsets.UTF_8);
    }

    /** The same seller whose messages are in another charset. */
    public Alipay withCharset(Charset other) {
        return new Alipay(appId, sellerId, key, other);
    }

    @Override
    public String name() {
        return "alipay";
    }

    /** {@inheritDoc} Only CNY. */
    @Override
    public Notification notification(SimulatedPayment payment, RandomGenerator random) {
        return notification(payment, AlipayEvent.success(), random);
    }

    /** A notification of any event about the payment. */
    public Notification notification(SimulatedPayment payment, AlipayEvent event, RandomGenerator random) {
        return new AlipayNotification(this, payment, event, random);
    }

    /** 200 and exactly {@code success} (channels.md 3.6). */
    @Override
    public boolean acknowledged(Answer answer) {
        return answer.status() == 200 && answer.body().equals("success");
    }

    @Override
    public RetrySchedule schedule() {
        return SCHEDULE;
    }

    @Override
    public Set<Forgery> forgeries() {
        return FORGERIES;
    }
}
