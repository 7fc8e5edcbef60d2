package dev.payonce.channel;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;

/** Keys and certificates of this test run, made and used with the JDK alone: a signer of its own. */
public final class TestKeys {
    public static final KeyPair PLATFORM = rsa(2048);
    public static final KeyPair OTHER = rsa(2048);

    private static final DateTimeFormatter GENERALIZED_TIME =
            DateTimeFormatter.ofPattern("yyyyMMddHHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final byte[] SHA256_WITH_RSA = HexFormat.of().parseHex("300d06092a864886f70d01010b0500");
    private static final byte[] COMMON_NAME = HexFormat.of().parseHex("0603550403");

    /** Critical basicConstraints, cA true. */
    private static final byte[] AUTHORITY = HexFormat.of().parseHex("a3133011300f0603551d130101ff040530030101ff");

    private TestKeys() {}

    public static KeyPair rsa(int bits) {
        return pair("RSA", bits);
    }

    public static KeyPair pair(String algorithm, int bits) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance(algorithm);
            generator.initialize(bits);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public static byte[] sign(KeyPair signer, byte[] text) {
        return sign("SHA256withRSA", signer, text);
    }

    public static byte[] sign(String algorithm, KeyPair signer, byte[] text) {
        try {
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(signer.getPrivate());
            signature.update(text);
            return signature.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    public static String base64(Key key) {
        return Base64.getEncoder().encodeToString(key.getEncoded());
    }

    public static String pem(KeyPair pair) {
        return pem("PUBLIC KEY", pair.getPublic().getEncoded());
    }

    public static String pem(String label, byte[] der) {
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN " + label + "-----\n" + lines + "\n-----END " + label + "-----\n";
    }

    /** A self-signed X.509 certificate, as RFC 5280 section 4.1 lays it out. */
    public static String certificate(KeyPair pair, String serialHex, Instant notBefore, Instant notAfter) {
        return certificate(pair, pair, serialHex, notBefore, notAfter);
    }

    static String certificate(KeyPair subject, KeyPair issuer, String serialHex, Instant notBefore, Instant notAfter) {
        return certificate(
                new Named(subject, name(subject)),
                new Named(issuer, name(issuer)),
                serialHex,
                false,
                notBefore,
                notAfter);
    }

    /** A key and the common name that certificates give it. */
    public record Named(KeyPair pair, String name) {}

    /** A certificate in a chain; {@code authority}: it may issue others. */
    public static String certificate(
            Named subject, Named issuer, String serialHex, boolean authority, Instant notBefore, Instant notAfter) {
        byte[] toBeSigned = tlv(
                0x30,
                tlv(0xa0, tlv(0x02, new byte[] {2})),
                tlv(0x02, new BigInteger(serialHex, 16).toByteArray()),
                SHA256_WITH_RSA,
                distinguishedName(issuer.name),
                tlv(0x30, time(notBefore), time(notAfter)),
                distinguishedName(subject.name),
                subject.pair.getPublic().getEncoded(),
                authority ? AUTHORITY : new byte[0]);
        byte[] signature = tlv(0x03, new byte[] {0}, sign(issuer.pair, toBeSigned));
        return pem("CERTIFICATE", tlv(0x30, toBeSigned, SHA256_WITH_RSA, signature));
    }

    /** Every key has a name of its own. */
    private static String name(KeyPair pair) {
        return "key " + Integer.toHexString(pair.getPublic().hashCode());
    }

    private static byte[] distinguishedName(String name) {
        byte[] commonName = tlv(0x0c, name.getBytes(StandardCharsets.UTF_8));
        return tlv(0x30, tlv(0x31, tlv(0x30, COMMON_NAME, commonName)));
    }

    private static byte[] time(Instant instant) {
        return tlv(0x18, GENERALIZED_TIME.format(instant).getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] tlv(int tag, byte[]... contents) {
        byte[] content = Bytes.concat(contents);
        int length = content.length;
        byte[] header = length < 0x80
                ? new byte[] {(byte) tag, (byte) length}
                : new byte[] {(byte) tag, (byte) 0x82, (byte) (length >> 8), (byte) length};
        return Bytes.concat(header, content);
    }
}
