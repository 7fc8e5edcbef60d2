package dev.payonce.channel;

import dev.payonce.Body;
import dev.payonce.Decoded;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
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

    private final Map<Body, List<Decoded>> recent = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Body, List<Decoded>> eldest) {
            return size() > MAX_BODIES;
        }
    };

    /** What this body, received at this time, reports: each of its items in order; null when that is not known. */
    public @Nullable List<Decoded> find(Body verified, Instant receivedAt) {
        List<Decoded> items;
        synchronized (recent) {
            items = recent.get(verified);
        }
        return items == null
                ? null
                : items.stream().map(item -> receivedAgain(item, receivedAt)).toList();
    }

    private static Decoded receivedAgain(Decoded item, Instant at) {
        return item.fold(payment -> Decoded.payment(payment.receivedAgain(at)), ignored -> item, refused -> item);
    }

    /**
     * Keeps what a verified body was decoded to, whole or not at all: a body without a payment, or with an item that was
     * refused, is decoded again each time.
     */
    public List<Decoded> remember(Body verified, List<Decoded> items) {
        if (verified.size() <= MAX_SIZE && isWorthKeeping(items)) {
            synchronized (recent) {
                recent.put(verified, List.copyOf(items));
            }
        }
        return items;
    }

    private static boolean isWorthKeeping(List<Decoded> items) {
        return items.stream().anyMatch(Decoded.Payment.class::isInstance)
                && items.stream().noneMatch(Decoded.Refused.class::isInstance);
    }
}
