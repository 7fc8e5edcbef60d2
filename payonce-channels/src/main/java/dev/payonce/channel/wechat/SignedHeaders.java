package dev.payonce.channel.wechat;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.Delivery;
import dev.payonce.Refusal;
import dev.payonce.channel.Freshness;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.SigningHeader;
import java.nio.charset.StandardCharsets;
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
    private static final String TIMESTAMP = "Wechatpay-Timestamp";
    private static final String SIGNATURE = "Wechatpay-Signature";
    private static final String SIGNATURE_TYPE = "Wechatpay-Signature-Type";
    private static final String RSA = "WECHATPAY2-SHA256-RSA2048";
    private static final String PROBE_PREFIX = "WECHATPAY/SIGNTEST/";
    private static final int MAX_LENGTH = 128;
    private static final int MAX_SIGNATURE_LENGTH = 4096;

    static SignedHeaders of(Delivery delivery) throws RefusedException {
        List<String> signatures = delivery.header(SIGNATURE);
        if (signatures.isEmpty() || signatures.get(0).isEmpty()) {
            throw new RefusedException(Refusal.BAD_SIGNATURE, "header " + SIGNATURE + " is missing");
        }
        SignedHeaders headers = new SignedHeaders(
                SigningHeader.single(delivery, TIMESTAMP, MAX_LENGTH),
                SigningHeader.single(delivery, "Wechatpay-Nonce", MAX_LENGTH),
                SigningHeader.single(delivery, SIGNATURE, MAX_SIGNATURE_LENGTH),
                SigningHeader.single(delivery, "Wechatpay-Serial", MAX_LENGTH));
        requireRsa(delivery.header(SIGNATURE_TYPE));
        return headers;
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

    void requireFresh(Instant receivedAt) throws RefusedException {
        Freshness.require(timestamp, receivedAt, "header " + TIMESTAMP);
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
