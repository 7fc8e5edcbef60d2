package dev.payonce.channel.wechatv2;

import dev.payonce.channel.HmacKeys;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * One APIv2 key (channels.md 2.1, 2.5): it stands at the end of every signed text, is the key of the HMAC, and its MD5 is the
 * key of refund messages. Immutable and thread-safe. Its text form shows nothing.
 */
final class ApiKey {
    private final byte[] suffix;
    private final HmacKeys hmac;
    private final SecretKeySpec refundKey;

    ApiKey(String secret) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        this.suffix = ("&key=" + secret).getBytes(StandardCharsets.UTF_8);
        this.hmac = new HmacKeys(List.of(bytes));
        // Always 32 digits: a number's text would lose leading zeros.
        String digest = HexFormat.of().formatHex(md5(bytes));
        this.refundKey = new SecretKeySpec(digest.getBytes(StandardCharsets.US_ASCII), "AES");
    }

    /** Whether the signature is of this text. Compares in constant time (case SEC-06). */
    boolean signed(SignType type, byte[] text, byte[] signature) {
        return switch (type) {
            case HMAC_SHA256 -> hmac.matches(List.of(signature), text, suffix);
            case MD5 -> MessageDigest.isEqual(md5(text, suffix), signature);
        };
    }

    /** The content of a refund message, or null if it was not encrypted with this key. */
    byte @Nullable [] decryptRefund(byte[] ciphertext) {
        try {
            // The platform's choice (channels.md 2.5): what comes out is only ever ignored, never posted.
            Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
            cipher.init(Cipher.DECRYPT_MODE, refundKey);
            return cipher.doFinal(ciphertext);
        } catch (GeneralSecurityException e) {
            return null;
        }
    }

    private static byte[] md5(byte[]... parts) {
        try {
            MessageDigest digest = MessageDigest.getInstance("MD5");
            for (byte[] part : parts) {
                digest.update(part);
            }
            return digest.digest();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }

    @Override
    public String toString() {
        return "ApiKey";
    }
}
