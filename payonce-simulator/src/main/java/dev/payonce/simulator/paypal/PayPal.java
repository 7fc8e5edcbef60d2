package dev.payonce.simulator.paypal;

import dev.payonce.simulator.Answer;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.Platform;
import dev.payonce.simulator.RetrySchedule;
import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.wire.RandomText;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * PayPal's webhooks for one merchant (channels.md 6). Its content is only as good as the API's word for it: a receiver
 * needs {@link PayPalApi} beside. Thread-safe. Its text form holds no secret.
 *
 * @param merchantId the payee
 * @param webhookId the receiver's webhook, part of every signed text and never sent
 * @param certificateUrl where the receiver is told to load {@code certificatePem} from
 * @param key signs
 * @param certificatePem of the key
 * @param authorityPem the root that a receiver has to trust
 */
public record PayPal(
        String merchantId,
        String webhookId,
        String certificateUrl,
        SigningKey key,
        String certificatePem,
        String authorityPem)
        implements Platform {
    /** The path below which PayPal keeps its certificates. */
    public static final String CERTIFICATES = "/v1/notifications/certs/";

    private static final Set<Forgery> FORGERIES = Collections.unmodifiableSet(EnumSet.of(
            Forgery.TAMPERED_BODY,
            Forgery.WRONG_SIGNATURE,
            Forgery.MISSING_SIGNATURE,
            Forgery.EMPTY_SIGNATURE,
            Forgery.UNKNOWN_KEY,
            Forgery.WEAK_ALGORITHM,
            Forgery.OTHER_MERCHANT,
            Forgery.OTHER_APP,
            Forgery.CHECKSUM_COLLISION));

    /** Up to 25 times in 3 days (6.5); the steps are not published, so these are a likely back-off. */
    private static final RetrySchedule SCHEDULE = backOff();

    /** A merchant with a new key and a new authority. */
    public static PayPal generate(String merchantId, Instant now) {
        SecureRandom random = new SecureRandom();
        CertificateAuthority authority = CertificateAuthority.generate("Simulated Root", now);
        SigningKey key = SigningKey.generate("paypal");
        String certificate = authority.issue(
                "messageverificationcerts.paypal.com",
                key,
                now.minus(Duration.ofDays(30)),
                now.plus(Duration.ofDays(365)));
        return new PayPal(
                merchantId,
                RandomText.hex(random, 17),
                "https://api.paypal.com" + CERTIFICATES + "CERT-360caa42-fca2a594-" + RandomText.hex(random, 8),
                key,
                certificate,
                authority.certificatePem());
    }

    /** The same merchant whose certificate is elsewhere, at a {@link PayPalApi} for example. */
    public PayPal withCertificateUrl(String other) {
        return new PayPal(merchantId, webhookId, other, key, certificatePem, authorityPem);
    }

    @Override
    public String name() {
        return "paypal";
    }

    @Override
    public Notification notification(SimulatedPayment payment, RandomGenerator random) {
        return notification(payment, PayPalEvent.completed(), random);
    }

    /** A notification of any event about the payment. */
    public Notification notification(SimulatedPayment payment, PayPalEvent event, RandomGenerator random) {
        return new PayPalNotification(this, payment, event, random);
    }

    /** Any 2xx (channels.md 0.3). */
    @Override
    public boolean acknowledged(Answer answer) {
        return answer.status() / 100 == 2;
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
        return "PayPal[merchantId=" + merchantId + "]";
    }

    private static RetrySchedule backOff() {
        List<Duration> pauses = new ArrayList<>(List.of(
                Duration.ofMinutes(1),
                Duration.ofMinutes(5),
                Duration.ofMinutes(15),
                Duration.ofMinutes(30),
                Duration.ofHours(1)));
        // 1 h 51 min so far; nineteen more of 3 h 41 min end just before three days.
        pauses.addAll(Collections.nCopies(19, Duration.ofMinutes(221)));
        return new RetrySchedule(pauses);
    }
}
