package dev.payonce.channel;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads a public key from the forms in which platforms hand it out: a PEM {@code PUBLIC KEY}, a PEM {@code CERTIFICATE} (with its issuers), or
 * the bare base64 of Alipay's console. Errors say what is wrong and never show the text.
 */
final class PublicKeyText {
    private static final int MIN_BITS = 2048;
    private static final String PRIVATE_KEY = "must be a public key or a certificate, not a private key:"
            + " the platform's is due here, not the merchant's";

    private PublicKeyText() {}

    /** @throws IllegalArgumentException whose message continues a sentence: "must be …" */
    static VerificationKey read(@Nullable String id, String text) {
        List<PemBlock> blocks = PemBlock.parse(text);
        if (blocks.isEmpty()) {
            PemBlock.requireText(text);
            return bareKey(id, PemBlock.decode(text));
        }
        if (blocks.stream().anyMatch(block -> block.label().contains("PRIVATE"))) {
            throw new IllegalArgumentException(PRIVATE_KEY);
        }
        if (blocks.stream().allMatch(block -> block.label().equals("CERTIFICATE"))) {
            return chain(id, blocks);
        }
        if (!blocks.get(0).label().equals("PUBLIC KEY")) {
            throw new IllegalArgumentException("must be a PEM PUBLIC KEY or CERTIFICATE");
        }
        if (blocks.size() > 1) {
            throw severalKeys();
        }
        return bareKey(id, blocks.get(0).der());
    }

    private static IllegalArgumentException severalKeys() {
        return new IllegalArgumentException("must hold one key or certificate; write each as an entry of its own");
    }

    /**
     * Alipay's download holds its certificate first and those of its issuers behind it. The first is the platform's; it is
     * trusted because it was configured. Several that did not issue one another would be a rotation, of which all but the
     * first would silently be lost.
     */
    private static VerificationKey chain(@Nullable String id, List<PemBlock> blocks) {
        List<X509Certificate> certificates =
                blocks.stream().map(block -> Certificates.x509(block.der())).toList();
        for (int i = 1; i < certificates.size(); i++) {
            if (!certificates
                    .get(i - 1)
                    .getIssuerX500Principal()
                    .equals(certificates.get(i).getSubjectX500Principal())) {
                throw severalKeys();
            }
        }
        return certificate(id, certificates.get(0));
    }

    private static VerificationKey bareKey(@Nullable String id, byte[] der) {
        PublicKey key;
        try {
            key = KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(der));
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(isPrivateKey(der) ? PRIVATE_KEY : "must hold an RSA public key", e);
        }
        requireStrength(key);
        return new VerificationKey(id == null ? null : VerificationKey.normalise(id), key, Instant.MIN, Instant.MAX);
    }

    private static VerificationKey certificate(@Nullable String id, X509Certificate certificate) {
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

    private static boolean isPrivateKey(byte[] der) {
        try {
            var unused = KeyFactory.getInstance("RSA").generatePrivate(new PKCS8EncodedKeySpec(der));
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private static void requireStrength(PublicKey key) {
        if (!(key instanceof RSAPublicKey rsa) || rsa.getModulus().bitLength() < MIN_BITS) {
            throw new IllegalArgumentException("must be an RSA key of at least " + MIN_BITS + " bits");
        }
    }
}
