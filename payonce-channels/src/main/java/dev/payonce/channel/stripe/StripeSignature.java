package dev.payonce.channel.stripe;

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
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The header {@code Stripe-Signature: t=<seconds>,v1=<hex>,…} (channels.md 5.1). While a secret is rolled it holds a
 * {@code v1} for each; any of them counts. Other schemes never do: {@code v0} is a decoy (case KEY-07).
 *
 * @param timestamp the attempt's time, as it came
 * @param candidates the MACs of scheme v1
 */
record StripeSignature(String timestamp, List<byte[]> candidates) {
    private static final String HEADER = "Stripe-Signature";
    private static final String TIME = "t=";
    private static final String SCHEME = "v1=";
    private static final int MAX_LENGTH = 4096;
    private static final int MAX_ENTRIES = 50;
    private static final int HEX_DIGITS = 64;

    StripeSignature {
        candidates = List.copyOf(candidates);
    }

    static StripeSignature of(Delivery delivery) throws RefusedException {
        List<String> values = delivery.header(HEADER);
        if (values.isEmpty() || values.get(0).isEmpty()) {
            throw new RefusedException(Refusal.BAD_SIGNATURE, "header " + HEADER + " is missing");
        }
        return parse(SigningHeader.single(delivery, HEADER, MAX_LENGTH));
    }

    private static StripeSignature parse(String header) throws RefusedException {
        String[] entries = header.split(",", MAX_ENTRIES + 1);
        if (entries.length > MAX_ENTRIES) {
            throw malformed("header " + HEADER + " has too many entries");
        }
        String timestamp = null;
        List<byte[]> candidates = new ArrayList<>();
        for (String entry : entries) {
            if (entry.startsWith(TIME)) {
                if (timestamp != null) {
                    throw malformed("header " + HEADER + " has two timestamps");
                }
                timestamp = entry.substring(TIME.length());
            } else if (entry.startsWith(SCHEME)) {
                byte[] mac = mac(entry.substring(SCHEME.length()));
                if (mac != null) {
                    candidates.add(mac);
                }
            }
        }
        if (timestamp == null) {
            throw malformed("header " + HEADER + " has no timestamp");
        }
        return new StripeSignature(timestamp, candidates);
    }

    /** The bytes of 64 hexadecimal digits, lower case as Stripe writes them; null for anything else. */
    private static byte @Nullable [] mac(String hex) {
        if (hex.length() != HEX_DIGITS) {
            return null;
        }
        for (int i = 0; i < hex.length(); i++) {
            char c = hex.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return null;
            }
        }
        return HexFormat.of().parseHex(hex);
    }

    /** Requires that the attempt is fresh and signed, over the timestamp as it came, a point, and the untouched body. */
    void require(HmacKeys secrets, byte[] body, Instant receivedAt) throws RefusedException {
        Freshness.require(timestamp, receivedAt, "t of header " + HEADER);
        if (!secrets.matches(candidates, (timestamp + ".").getBytes(StandardCharsets.US_ASCII), body)) {
            throw new RefusedException(Refusal.BAD_SIGNATURE, "signature does not match");
        }
    }

    @Override
    public String toString() {
        return "StripeSignature[" + timestamp + "]";
    }
}
