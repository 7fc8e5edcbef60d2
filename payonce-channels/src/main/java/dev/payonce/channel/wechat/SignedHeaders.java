package dev.payonce.channel.wechat;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.Delivery;
import dev.payonce.Refusal;
import dev.payonce.channel.RefusedException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * The headers that sign a callback: each exactly once, whatever the case of its name (case PAR-19).
 *
 * @param timestamp seconds since 1970, digits as they came
 * @param nonce printable ASCII, so that no line end in it can shift where the signed body begins
 * @param signature not empty, not yet decoded
 * @param serial the key's id or the certificate's serial
 */
record SignedHeaders(String timestamp, String nonce, String signature, String serial) {
    static final Duration TOLERANCE = Duration.ofMinutes(5);

    private static final String SIGNATURE = "Wechatpay-Signature";
    private static final String SIGNATURE_TYPE = "Wechatpay-Signature-Type";
    private static final String RSA = "WECHATPAY2-SHA256-RSA2048";
    private static final String PROBE_PREFIX = "WECHATPAY/SIGNTEST/";
    private static final int MAX_LENGTH = 128;
    private static final int MAX_SIGNATURE_LENGTH = 4096;
    private static final int MAX_TIMESTAMP_DIGITS = 12;

    static SignedHeaders of(Delivery delivery) throws RefusedException {
        List<String> signatures = delivery.header(SIGNATURE);
        if (signatures.isEmpty() || signatures.get(0).isEmpty()) {
            throw new RefusedException(Refusal.BAD_SIGNATURE, "header " + SIGNATURE + " is missing");
        }
        SignedHeaders headers = new SignedHeaders(
                single(delivery, "Wechatpay-Timestamp", MAX_LENGTH),
                single(delivery, "Wechatpay-Nonce", MAX_LENGTH),
                single(delivery, SIGNATURE, MAX_SIGNATURE_LENGTH),
                single(delivery, "Wechatpay-Serial", MAX_LENGTH));
        requireRsa(delivery.header(SIGNATURE_TYPE));
        return headers;
    }

    private static String single(Delivery delivery, String name, int maxLength) throws RefusedException {
        String value = delivery.singleHeader(name);
        if (value == null) {
            throw malformed("header " + name + " is missing or repeated");
        }
        if (value.isEmpty() || value.length() > maxLength || !isPrintableAscii(value)) {
            throw malformed("header " + name + " is empty, too long or not printable");
        }
        return value;
    }

    private static boolean isPrintableAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c > '~') {
                return false;
            }
        }
        return true;
    }

    private static void requireRsa(List<String> types) throws RefusedException {
        if (!types.isEmpty() && !types.equals(List.of(RSA))) {
            throw malformed("header " + SIGNATURE_TYPE + " is not " + RSA);
        }
    }

    /** Whether the platform is testing us with a deliberately wrong signature (channels.md 1.5, case SEC-08). */
    boolean isProbe() {
        return signature.startsWith(PROBE_PREFIX);
    }

    /**
     * Requires an attempt at most five minutes old or ahead (channels.md 1.4), measured against the receipt and not against
     * now, so that a queue in between costs nothing (cases TIM-01, TIM-02).
     */
    void requireFresh(Instant receivedAt) throws RefusedException {
        if (timestamp.length() > MAX_TIMESTAMP_DIGITS || !isDigits(timestamp)) {
            throw malformed("header Wechatpay-Timestamp is not a number of seconds");
        }
        Duration age = Duration.between(Instant.ofEpochSecond(Long.parseLong(timestamp)), receivedAt);
        if (age.abs().compareTo(TOLERANCE) > 0) {
            // The difference is what tells a wrong clock from a replay (case TIM-03).
            throw new RefusedException(Refusal.STALE, "timestamp is off by seconds=" + age.toSeconds());
        }
    }

    private static boolean isDigits(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < '0' || c > '9') {
                return false;
            }
        }
        return true;
    }

    /** What stands before the body in the signed text. */
    byte[] signedPrefix() {
        return (timestamp + "\n" + nonce + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    byte[] signatureText() {
        return signature.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public String toString() {
        return "SignedHeaders[" + timestamp + ", " + serial + "]";
    }
}
