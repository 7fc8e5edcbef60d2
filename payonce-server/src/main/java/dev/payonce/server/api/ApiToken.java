package dev.payonce.server.api;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * What a caller of the API must know. Only its digest is kept, and digests are compared in constant time, so that neither
 * its length nor its beginning can be found out by trying. Immutable.
 */
final class ApiToken {
    private static final int RANDOM_BYTES = 32;
    private static final Pattern SENDABLE = Pattern.compile("[\\x21-\\x7e]+");
    private static final String SCHEME = "Bearer ";

    private final byte[] digest;

    /** @param token visible ASCII: nothing else comes through in a header */
    ApiToken(String token) {
        if (!isSendable(token)) {
            throw new IllegalArgumentException("a token must be visible ASCII without blanks");
        }
        this.digest = sha256(token);
    }

    static boolean isSendable(String token) {
        return SENDABLE.matcher(token).matches();
    }

    /** A token of 256 random bits. */
    static String random(SecureRandom random) {
        byte[] bytes = new byte[RANDOM_BYTES];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    /** Whether the value of an Authorization header carries this token. The scheme's case does not matter (RFC 9110, 11.1). */
    boolean isIn(String authorization) {
        return authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
                && MessageDigest.isEqual(digest, sha256(authorization.substring(SCHEME.length())));
    }

    private static byte[] sha256(String text) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
