package dev.payonce.channel;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads a public key from the forms in which platforms hand it out: a PEM {@code PUBLIC KEY}, a PEM {@code CERTIFICATE}, or
 * the bare base64 of Alipay's console. Errors say what is wrong and never show the text.
 */
final class PublicKeyText {
    private static final int MIN_BITS = 2048;
    private static final String BEGIN = "-----BEGIN ";
    private static final String DASHES = "-----";

    private PublicKeyText() {}

    /** @throws IllegalArgumentException whose message continues a sentence: "must be …" */
    static VerificationKey read(@Nullable String id, String text) {
        int begin = text.indexOf(BEGIN);
        if (begin < 0) {
            return bareKey(id, decode(text));
        }
        int labelEnd = text.indexOf(DASHES, begin + BEGIN.length());
        if (labelEnd < 0) {
            throw new IllegalArgumentException("is cut off");
        }
        String label = text.substring(begin + BEGIN.length(), labelEnd);
        if (label.contains("PRIVATE")) {
            throw new IllegalArgumentException("must be a public key or a certificate, not a private key");
        }
        int end = text.indexOf("-----END " + label + DASHES, labelEnd);
        if (end < 0) {
            throw new IllegalArgumentException("is cut off");
        }
        if (text.indexOf(BEGIN, end) >= 0) {
            throw new IllegalArgumentException("must hold one key or certificate; write each as an entry of its own");
        }
        byte[] der = decode(text.substring(labelEnd + DASHES.length(), end));
        return switch (label) {
            case "PUBLIC KEY" -> bareKey(id, der);
            case "CERTIFICATE" -> certificate(id, der);
            default -> throw new IllegalArgumentException("must be a PEM PUBLIC KEY or CERTIFICATE");
        };
    }

    private static byte[] decode(String base64) {
        byte[] der = RsaSignature.decodeBase64(base64.replaceAll("\\s", "").getBytes(StandardCharsets.ISO_8859_1));
        if (der == null || der.length == 0) {
            throw new IllegalArgumentException("must be PEM text or the base64 of a public key");
        }
        return der;
    }

    private static VerificationKey bareKey(@Nullable String id, byte[] der) {
        PublicKey key;
        try {
            key = KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(der));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException("must hold an RSA public key", e);
        }
        requireStrength(key);
        return new VerificationKey(id == null ? null : VerificationKey.normalise(id), key, Instant.MIN, Instant.MAX);
    }

    private static VerificationKey certificate(@Nullable String id, byte[] der) {
        X509Certificate certificate;
        try {
            certificate = (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
        } catch (CertificateException e) {
            throw new IllegalArgumentException("must hold an X.509 certificate", e);
        }
        requireStrength(certificate.getPublicKey());
        String serial = certificate.getSerialNumber().toString(16).toUpperCase(Locale.ROOT);
        if (id != null && !VerificationKey.normalise(id).equals(serial)) {
            throw new IllegalArgumentException("is a certificate with another serial than the entry's id");
        }
        return new VerificationKey(
                serial,
                certificate.getPublicKey(),
                certificate.getNotBefore().toInstant(),
                certificate.getNotAfter().toInstant());
    }

    private static void requireStrength(PublicKey key) {
        if (!(key instanceof RSAPublicKey rsa) || rsa.getModulus().bitLength() < MIN_BITS) {
            throw new IllegalArgumentException("must be an RSA key of at least " + MIN_BITS + " bits");
        }
    }
}
