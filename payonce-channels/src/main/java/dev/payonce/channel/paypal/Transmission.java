package dev.payonce.channel.paypal;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.Delivery;
import dev.payonce.Refusal;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.RsaSignature;
import dev.payonce.channel.SigningHeader;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.zip.CRC32;

/**
 * The headers that sign a delivery: each exactly once, whatever the case of its name (case PAR-19). None of them is a key of
 * anything: they are those of one HTTP transmission (channels.md 0.1).
 *
 * @param id without the bar that parts the signed text
 * @param time likewise; there is no rule of age (channels.md 11.6), so it is not even parsed
 * @param signature base64, not yet decoded
 * @param certificateUrl where the sender says that the certificate is; nothing is loaded before the host was checked
 */
record Transmission(String id, String time, String signature, String certificateUrl) {
    static final String ID = "PAYPAL-TRANSMISSION-ID";
    static final String TIME = "PAYPAL-TRANSMISSION-TIME";
    static final String SIGNATURE = "PAYPAL-TRANSMISSION-SIG";
    static final String CERTIFICATE_URL = "PAYPAL-CERT-URL";
    static final String ALGORITHM = "PAYPAL-AUTH-ALGO";
    /** The only one. It is compared, never looked up by the message's word (channels.md 11.3). */
    static final String SHA256_WITH_RSA = "SHA256withRSA";

    private static final int MAX_LENGTH = 128;
    private static final int MAX_URL_LENGTH = 512;
    private static final int MAX_SIGNATURE_LENGTH = 1024;
    /** Of an RSA key of 2048 bits. */
    private static final int MIN_SIGNATURE_BYTES = 256;

    static Transmission of(Delivery delivery) throws RefusedException {
        List<String> signatures = delivery.header(SIGNATURE);
        if (signatures.isEmpty() || signatures.get(0).isEmpty()) {
            throw new RefusedException(Refusal.BAD_SIGNATURE, "header " + SIGNATURE + " is missing");
        }
        Transmission transmission = new Transmission(
                part(delivery, ID),
                part(delivery, TIME),
                SigningHeader.single(delivery, SIGNATURE, MAX_SIGNATURE_LENGTH),
                SigningHeader.single(delivery, CERTIFICATE_URL, MAX_URL_LENGTH));
        if (!SHA256_WITH_RSA.equals(SigningHeader.single(delivery, ALGORITHM, MAX_LENGTH))) {
            throw malformed("header " + ALGORITHM + " is not " + SHA256_WITH_RSA);
        }
        return transmission;
    }

    /** A bar in it could shift where the next part of the signed text begins. */
    private static String part(Delivery delivery, String name) throws RefusedException {
        String value = SigningHeader.single(delivery, name, MAX_LENGTH);
        if (value.indexOf('|') >= 0) {
            throw malformed("header " + name + " holds a bar");
        }
        return value;
    }

    /** Checked for its form before anything is loaded for it. */
    byte[] signatureBytes() throws RefusedException {
        byte[] bytes = RsaSignature.decodeBase64(signature.getBytes(StandardCharsets.US_ASCII));
        if (bytes == null || bytes.length < MIN_SIGNATURE_BYTES) {
            throw new RefusedException(Refusal.BAD_SIGNATURE, "signature is not one of RSA");
        }
        return bytes;
    }

    /** {@code id|time|webhookId|crc32}, the checksum as an unsigned decimal number (case PAR-18). */
    byte[] signedText(String webhookId, byte[] body) {
        CRC32 crc = new CRC32();
        crc.update(body);
        return (id + '|' + time + '|' + webhookId + '|' + crc.getValue()).getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public String toString() {
        return "Transmission[" + id + "]";
    }
}
