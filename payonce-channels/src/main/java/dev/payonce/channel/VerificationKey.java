package dev.payonce.channel;

import java.security.PublicKey;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One public key of a platform.
 *
 * @param id {@linkplain #normalise normalised}; a certificate's is its serial in hex; absent for a bare key of a platform
 *     that names none
 * @param key RSA, at least 2048 bits
 * @param notBefore the first instant at which a certificate is valid; {@link Instant#MIN} for a bare key
 * @param notAfter the last one; {@link Instant#MAX} for a bare key
 */
public record VerificationKey(@Nullable String id, PublicKey key, Instant notBefore, Instant notAfter) {

    /**
     * The key of a text, in any form in which platforms hand it out.
     *
     * @param id which a certificate's serial must be, if it is given
     * @throws IllegalArgumentException whose message continues a sentence: "must be …"
     */
    public static VerificationKey of(@Nullable String id, String text) {
        return PublicKeyText.read(id, text);
    }

    public boolean isValidAt(Instant instant) {
        return !instant.isBefore(notBefore) && !instant.isAfter(notAfter);
    }

    /**
     * An id as it is compared: a certificate's serial, which is hex only, without leading zeros and in upper case, because
     * tools print it in several ways; any other id is opaque text (case KEY-02).
     */
    public static String normalise(String id) {
        int start = 0;
        for (int i = 0; i < id.length(); i++) {
            if (!isHex(id.charAt(i))) {
                return id;
            }
            if (i == start && id.charAt(i) == '0') {
                start++;
            }
        }
        return id.substring(start).toUpperCase(Locale.ROOT);
    }

    private static boolean isHex(char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    }
}
