package dev.payonce.channel;

import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * SHA256withRSA (PKCS#1 v1.5), which WeChat Pay calls WECHATPAY2-SHA256-RSA2048 and Alipay RSA2. Stateless; the algorithm
 * is fixed here and never taken from a message (channels.md 11.3).
 */
public final class RsaSignature {
    private static final String ALGORITHM = "SHA256withRSA";
    /** Found once: the search through the installed providers is not free. */
    private static final Provider PROVIDER = provider();

    private static Provider provider() {
        try {
            return Signature.getInstance(ALGORITHM).getProvider();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    private RsaSignature() {}

    /**
     * Whether the signature is this key's over the parts, one after the other. A signature that is not even one, by its
     * length or form, is simply not valid. Nothing is compared here that an attacker could measure: verification works on
     * public values only (case SEC-06).
     */
    public static boolean isValid(PublicKey key, byte[] signature, byte[]... parts) {
        try {
            Signature verifier = Signature.getInstance(ALGORITHM, PROVIDER);
            verifier.initVerify(key);
            for (byte[] part : parts) {
                verifier.update(part);
            }
            return verifier.verify(signature);
        } catch (SignatureException e) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a key that was accepted at start cannot verify", e);
        }
    }

    /** The bytes of strict base64, or null: the decoder throws on a probe's text (case SEC-08), callers must not. */
    public static byte @Nullable [] decodeBase64(byte[] text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
