package dev.payonce.channel;

import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.interfaces.RSAKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.List;

/** Reads the private key with which a merchant signs its own requests. Stateless. Errors never show the text. */
public final class PrivateKeyText {
    private static final int MIN_BITS = 2048;

    private PrivateKeyText() {}

    /**
     * The RSA key of a PEM text, at least 2048 bits.
     *
     * @throws IllegalArgumentException whose message continues a sentence: "must be …"
     */
    public static PrivateKey read(String pem) {
        List<PemBlock> blocks = PemBlock.parse(pem);
        if (blocks.isEmpty()) {
            PemBlock.requireText(pem);
        }
        if (blocks.size() != 1 || !blocks.get(0).label().equals("PRIVATE KEY")) {
            throw new IllegalArgumentException("must be the merchant's private key as PEM PRIVATE KEY (PKCS#8)");
        }
        try {
            PrivateKey key = KeyFactory.getInstance("RSA")
                    .generatePrivate(new PKCS8EncodedKeySpec(blocks.get(0).der()));
            if (!(key instanceof RSAKey rsa) || rsa.getModulus().bitLength() < MIN_BITS) {
                throw new IllegalArgumentException("must be an RSA key of at least " + MIN_BITS + " bits");
            }
            return key;
        } catch (GeneralSecurityException e) {
            // Without its cause, whose message may repeat bytes.
            throw new IllegalArgumentException("must hold an RSA private key in PKCS#8");
        }
    }
}
