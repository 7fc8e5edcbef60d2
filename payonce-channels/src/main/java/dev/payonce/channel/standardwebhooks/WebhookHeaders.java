package dev.payonce.channel.standardwebhooks;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.Delivery;
import dev.payonce.Refusal;
import dev.payonce.channel.Freshness;
import dev.payonce.channel.HmacKeys;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.SigningHeader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The headers that sign a webhook (channels.md 9): each exactly once. {@code webhook-signature} lists signatures of which
 * any {@code v1} counts, as while a secret is rolled; other versions are skipped (case KEY-07).
 *
 * @param id the message's id, the same in every attempt: signed, and no payment's identity
 * @param timestamp the attempt's time, as it came
 * @param candidates the MACs of version v1
 */
record WebhookHeaders(String id, String timestamp, List<byte[]> candidates) {
    private static final String ID = "webhook-id";
    private static final String TIMESTAMP = "webhook-timestamp";
    private static final String SIGNATURE = "webhook-signature";
    private static final String VERSION = "v1,";
    private static final int MAX_LENGTH = 256;
    private static final int MAX_SIGNATURE_LENGTH = 8192;
    private static final int MAX_ENTRIES = 50;
    private static final int MAC_BYTES = 32;

    WebhookHeaders {
        candidates = List.copyOf(candidates);
    }

    static WebhookHeaders of(Delivery delivery) throws RefusedException {
        List<String> signatures = delivery.header(SIGNATURE);
        if (signatures.isEmpty() || signatures.get(0).isEmpty()) {
            throw new RefusedException(Refusal.BAD_SIGNATURE, "header " + SIGNATURE + " is missing");
        }
        String id = SigningHeader.single(delivery, ID, MAX_LENGTH);
        // With a point in the id, "a.1" + "2" and "a" + "1" + "2." would be one signed text with two readings.
        if (id.indexOf('.') >= 0) {
            throw malformed("header " + ID + " holds a point");
        }
        return new WebhookHeaders(
                id,
                SigningHeader.single(delivery, TIMESTAMP, MAX_LENGTH),
                candidates(SigningHeader.singleList(delivery, SIGNATURE, MAX_SIGNATURE_LENGTH)));
    }

    private static List<byte[]> candidates(String header) throws RefusedException {
        String[] entries = header.split(" ", MAX_ENTRIES + 1);
        if (entries.length > MAX_ENTRIES) {
            throw malformed("header " + SIGNATURE + " has too many entries");
        }
        List<byte[]> candidates = new ArrayList<>();
        for (String entry : entries) {
            byte[] mac = entry.startsWith(VERSION) ? mac(entry.substring(VERSION.length())) : null;
            if (mac != null) {
                candidates.add(mac);
            }
        }
        return candidates;
    }

    private static byte @Nullable [] mac(String base64) {
        try {
            byte[] mac = Base64.getDecoder().decode(base64);
            return mac.length == MAC_BYTES ? mac : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Requires that the attempt is fresh and signed: id, timestamp and untouched body, with points between. */
    void require(HmacKeys secrets, byte[] body, Instant receivedAt) throws RefusedException {
        Freshness.require(timestamp, receivedAt, "header " + TIMESTAMP);
        byte[] prefix = (id + "." + timestamp + ".").getBytes(StandardCharsets.US_ASCII);
        if (!secrets.matches(candidates, prefix, body)) {
            throw new RefusedException(Refusal.BAD_SIGNATURE, "signature does not match");
        }
    }

    @Override
    public String toString() {
        return "WebhookHeaders[" + id + ", " + timestamp + "]";
    }
}
