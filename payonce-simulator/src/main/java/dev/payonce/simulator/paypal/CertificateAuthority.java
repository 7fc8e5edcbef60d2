package dev.payonce.simulator.paypal;

import dev.payonce.simulator.SigningKey;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;

/**
 * Issues X.509 certificates, as RFC 5280 section 4.1 lays them out, under a root of its own. Thread-safe.
 *
 * @param name the root's common name
 * @param key signs root and certificates
 * @param notBefore the root's first second
 * @param notAfter and its last
 */
public record CertificateAuthority(String name, SigningKey key, Instant notBefore, Instant notAfter) {
    private static final DateTimeFormatter GENERALIZED_TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final byte[] SHA256_WITH_RSA = hex("300d06092a864886f70d01010b0500");
    private static final byte[] COMMON_NAME = hex("0603550403");
    /** Extension basicConstraints, critical, CA: TRUE. */
    private static final byte[] IS_AUTHORITY = hex("300f0603551d130101ff040530030101ff");

    /** A new root, valid for twenty years around now's. */
    public static CertificateAuthority generate(String name, Instant now) {
        return new CertificateAuthority(
                name, SigningKey.generate(name), now.minusSeconds(10L * 31_536_000), now.plusSeconds(10L * 31_536_000));
    }

    /** The root's own certificate, which a receiver has to trust. */
    public String certificatePem() {
        return pem(certificate(name, key, notBefore, notAfter, true));
    }

    /** A certificate of the subject's key, issued by this root. */
    public String issue(String commonName, SigningKey subject, Instant from, Instant to) {
        return pem(certificate(commonName, subject, from, to, false));
    }

    private byte[] certificate(String commonName, SigningKey subject, Instant from, Instant to, boolean authority) {
        byte[] toBeSigned = tlv(
                0x30,
                tlv(0xa0, tlv(0x02, new byte[] {2})),
                tlv(0x02, serial(commonName, subject)),
                SHA256_WITH_RSA,
                distinguishedName(name),
                tlv(0x30, time(from), time(to)),
                distinguishedName(commonName),
                subject.publicKey().getEncoded(),
                authority ? tlv(0xa3, tlv(0x30, IS_AUTHORITY)) : new byte[0]);
        byte[] signature = Base64.getDecoder().decode(key.sign("SHA256withRSA", toBeSigned));
        return tlv(0x30, toBeSigned, SHA256_WITH_RSA, tlv(0x03, new byte[] {0}, signature));
    }

    /** Positive, and another one for another subject. */
    private static byte[] serial(String commonName, SigningKey subject) {
        long number = 31L * commonName.hashCode() + subject.publicKey().hashCode();
        return BigInteger.valueOf((number & Long.MAX_VALUE) | 1).toByteArray();
    }

    private static byte[] distinguishedName(String commonName) {
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
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.write(tag);
        if (length >= 0x80) {
            whole.write(0x82);
            whole.write(length >> 8);
        }
        whole.write(length);
        whole.writeBytes(content.toByteArray());
        return whole.toByteArray();
    }

    private static String pem(byte[] der) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN CERTIFICATE-----\n" + lines + "\n-----END CERTIFICATE-----\n";
    }

    private static byte[] hex(String text) {
        return HexFormat.of().parseHex(text);
    }
}
