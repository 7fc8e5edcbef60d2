package dev.payonce.simulator.wire;

import dev.payonce.simulator.SigningKey;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;

/** Writes X.509 certificates (RFC 5280 section 4.1) of RSA keys, signed SHA256withRSA. Stateless. */
public final class Certificate {
    private static final DateTimeFormatter GENERALIZED_TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final byte[] SHA256_WITH_RSA = HexFormat.of().parseHex("300d06092a864886f70d01010b0500");
    private static final byte[] COMMON_NAME = HexFormat.of().parseHex("0603550403");
    /** Critical basicConstraints, cA true. */
    private static final byte[] AUTHORITY = HexFormat.of().parseHex("a3133011300f0603551d130101ff040530030101ff");

    private Certificate() {}

    /** Whom a certificate names, and that one's key. */
    public record Named(String commonName, SigningKey key) {}

    /** The first and the last second of a certificate. */
    public record Validity(Instant notBefore, Instant notAfter) {}

    /**
     * A certificate as PEM, in lines that end as Windows ends them.
     *
     * @param notBefore its first second; it is valid for ten years
     */
    public static String pem(Named subject, Named issuer, long serial, boolean authority, Instant notBefore) {
        Instant notAfter = notBefore.atOffset(ZoneOffset.UTC).plusYears(10).toInstant();
        byte[] der = der(subject, issuer, serial, authority, new Validity(notBefore, notAfter));
        String lines = Base64.getMimeEncoder(64, new byte[] {'\r', '\n'}).encodeToString(der);
        return "-----BEGIN CERTIFICATE-----\r\n" + lines + "\r\n-----END CERTIFICATE-----";
    }

    /**
     * A certificate's bytes.
     *
     * @param serial positive
     * @param authority whether the subject may issue certificates itself
     */
    public static byte[] der(Named subject, Named issuer, long serial, boolean authority, Validity validity) {
        byte[] content = tlv(
                0x30,
                tlv(0xa0, tlv(0x02, new byte[] {2})),
                tlv(0x02, BigInteger.valueOf(serial).toByteArray()),
                SHA256_WITH_RSA,
                name(issuer.commonName()),
                tlv(0x30, time(validity.notBefore()), time(validity.notAfter())),
                name(subject.commonName()),
                subject.key().publicKey().getEncoded(),
                authority ? AUTHORITY : new byte[0]);
        byte[] signature = Base64.getDecoder().decode(issuer.key().sign("SHA256withRSA", content));
        return tlv(0x30, content, SHA256_WITH_RSA, tlv(0x03, new byte[] {0}, signature));
    }

    private static byte[] name(String commonName) {
        return tlv(0x30, tlv(0x31, tlv(0x30, COMMON_NAME, tlv(0x0c, commonName.getBytes(StandardCharsets.UTF_8)))));
    }

    private static byte[] time(Instant instant) {
        return tlv(0x18, GENERALIZED_TIME.format(instant).getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] tlv(int tag, byte[]... contents) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        for (byte[] part : contents) {
            content.writeBytes(part);
        }
        int length = content.size();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        if (length >= 0x80) {
            out.write(0x82);
            out.write(length >> 8);
        }
        out.write(length);
        out.writeBytes(content.toByteArray());
        return out.toByteArray();
    }
}
