package dev.payonce.simulator.unionpay;

import dev.payonce.simulator.Answer;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.Platform;
import dev.payonce.simulator.RetrySchedule;
import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.wire.Certificate;
import dev.payonce.simulator.wire.Certificate.Named;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * UnionPay's gateway for one merchant, acp 5.1.0 with certificates (channels.md 4). Thread-safe.
 *
 * @param merId the merchant id
 * @param key the key that signs
 * @param certificate its certificate, which every message brings along
 * @param trusted what the receiver must trust: the root's certificate and the middle one's
 */
public record UnionPay(String merId, SigningKey key, String certificate, List<String> trusted) implements Platform {
    static final String COMMON_NAME = "041@8310000000083040@中国银联股份有限公司@00016495";
    private static final Instant ISSUED = Instant.parse("2025-01-01T00:00:00Z");

    private static final Set<Forgery> FORGERIES = Collections.unmodifiableSet(EnumSet.of(
            Forgery.TAMPERED_BODY,
            Forgery.WRONG_SIGNATURE,
            Forgery.MISSING_SIGNATURE,
            Forgery.EMPTY_SIGNATURE,
            Forgery.UNKNOWN_KEY,
            Forgery.WEAK_ALGORITHM,
            Forgery.OTHER_MERCHANT));

    /** 5 sends (channels.md 0.3): whoever is away for longer hears nothing any more. */
    private static final RetrySchedule SCHEDULE =
            new RetrySchedule(Stream.of(1, 2, 4, 5).map(Duration::ofMinutes).toList());

    public UnionPay {
        trusted = List.copyOf(trusted);
    }

    /** A merchant of a UnionPay with new certificates, valid for ten years from 2025. */
    public static UnionPay generate(String merId) {
        Named root = new Named("Simulated Root CA", SigningKey.generate("root"));
        Named middle = new Named("Simulated OCA1", SigningKey.generate("middle"));
        Named signer = new Named(COMMON_NAME, SigningKey.generate("unionpay"));
        return new UnionPay(
                merId,
                signer.key(),
                Certificate.pem(signer, middle, 3, false, ISSUED),
                List.of(Certificate.pem(root, root, 1, true, ISSUED), Certificate.pem(middle, root, 2, true, ISSUED)));
    }

    /** What a stranger can make: a certificate with the right name that nobody vouches for. */
    static String strangersCertificate() {
        Named stranger = new Named(COMMON_NAME, SigningKey.stranger());
        return Certificate.pem(stranger, stranger, 3, true, ISSUED);
    }

    @Override
    public String name() {
        return "unionpay";
    }

    /** {@inheritDoc} Only CNY. */
    @Override
    public Notification notification(SimulatedPayment payment, RandomGenerator random) {
        return notification(payment, UnionPayEvent.paid(), random);
    }

    /** A notification of any event about the payment. */
    public Notification notification(SimulatedPayment payment, UnionPayEvent event, RandomGenerator random) {
        return new UnionPayNotification(this, payment, event, random);
    }

    /** 200 or 302, whatever the body (channels.md 4.4). */
    @Override
    public boolean acknowledged(Answer answer) {
        return answer.status() == 200 || answer.status() == 302;
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
}
