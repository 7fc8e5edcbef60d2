package dev.payonce.channel;

import dev.payonce.Body;
import dev.payonce.Decoded;
import dev.payonce.PaymentNotification;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the latest verified bodies were decoded to. Some platforms send a notification again with the same body under a new
 * signature: each delivery's signature is verified, but a body that was decrypted and parsed a moment ago need not be again,
 * which is half of what a duplicate costs.
 *
 * <p>To be asked, and told, only after the delivery's signature was verified: so nobody else can fill it, and what it says
 * of a body is what decoding would say. Bodies compare byte for byte. Bounded; the oldest leaves first. Thread-safe.
 */
public final class RecentPayments {
    private static final int MAX_BODIES = 1024;
    /** Larger ones are no notification of any platform, and would make the bound a bound of nothing. */
    private static final int MAX_SIZE = 4 * 1024;

    private final Map<Body, PaymentNotification> recent = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Body, PaymentNotification> eldest) {
            return size() > MAX_BODIES;
        }
    };

    /** The payment that this body reports, received at this time; null when that is not known. */
    public @Nullable Decoded find(Body verified, Instant receivedAt) {
        PaymentNotification payment;
        synchronized (recent) {
            payment = recent.get(verified);
        }
        return payment == null ? null : Decoded.payment(payment.receivedAgain(receivedAt));
    }

    /** The payment that its body, which was verified, reports. */
    public Decoded remember(PaymentNotification payment) {
        if (payment.body().size() <= MAX_SIZE) {
            synchronized (recent) {
                recent.put(payment.body(), payment);
            }
        }
        return Decoded.payment(payment);
    }
}
