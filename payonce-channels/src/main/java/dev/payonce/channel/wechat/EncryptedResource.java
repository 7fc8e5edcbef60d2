package dev.payonce.channel.wechat;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.channel.JsonObject;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.RsaSignature;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;

/**
 * The {@code resource} of a callback: AES-256-GCM with the merchant's APIv3 key (channels.md 1.6). That it opens proves
 * nothing about who sent it, since the key is shared and a resource can be put into another envelope: it is opened after
 * the signature was verified (case SEC-04).
 */
final class EncryptedResource {
    private static final String ALGORITHM = "AEAD_AES_256_GCM";
    private static final String TRANSFORMATION = "AES/GCM/NoPadding";
    /** To make one for each callback would cost more than to decrypt with it. */
    private static final ThreadLocal<Cipher> CIPHER = ThreadLocal.withInitial(EncryptedResource::cipher);

    private static final int TAG_BITS = 128;
    private static final int MAX_NONCE_BYTES = 16;

    private EncryptedResource() {}

    private static Cipher cipher() {
        try {
            return Cipher.getInstance(TRANSFORMATION);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java platform has " + TRANSFORMATION, e);
        }
    }

    static byte[] decrypt(JsonObject resource, SecretKey apiV3Key) throws RefusedException {
        // The algorithm's name is public; the message may confirm our choice and cannot make it.
        if (!ALGORITHM.equals(resource.text("algorithm"))) {
            throw malformed("resource.algorithm is not " + ALGORITHM);
        }
        byte[] ciphertext =
                RsaSignature.decodeBase64(resource.text("ciphertext").getBytes(StandardCharsets.UTF_8));
        // Shorter than its tag, the JDK's cipher throws an unchecked exception.
        if (ciphertext == null || ciphertext.length < TAG_BITS / 8) {
            throw malformed("resource.ciphertext is not base64 or too short");
        }
        byte[] nonce = resource.text("nonce").getBytes(StandardCharsets.UTF_8);
        if (nonce.length == 0 || nonce.length > MAX_NONCE_BYTES) {
            throw malformed("resource.nonce has the wrong length");
        }
        String associatedData = resource.optionalText("associated_data");
        try {
            Cipher cipher = CIPHER.get();
            cipher.init(Cipher.DECRYPT_MODE, apiV3Key, new GCMParameterSpec(TAG_BITS, nonce));
            if (associatedData != null) {
                cipher.updateAAD(associatedData.getBytes(StandardCharsets.UTF_8));
            }
            return cipher.doFinal(ciphertext);
        } catch (GeneralSecurityException e) {
            throw malformed("resource cannot be decrypted: is api-v3-key the merchant's present one?");
        }
    }
}
