package dev.payonce.channel;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.util.ArrayList;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * The secrets with which a platform signs by HMAC-SHA256. Several at once are the normal case: while a secret is exchanged,
 * the platform signs with the old one or the new one (case KEY-01). Immutable and thread-safe.
 */
public final class HmacKeys {
    private static final String ALGORITHM = "HmacSHA256";
    /** Found once: the search through the installed providers is not free. */
    private static final Provider PROVIDER = provider();

    private static Provider provider() {
        try {
            return Mac.getInstance(ALGORITHM).getProvider();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has " + ALGORITHM, e);
        }
    }

    private final List<SecretKeySpec> keys;

    /** @throws IllegalArgumentException if there is no secret, or an empty one */
    public HmacKeys(List<byte[]> secrets) {
        if (secrets.isEmpty()) {
            throw new IllegalArgumentException("at least one secret is needed");
        }
        List<SecretKeySpec> copy = new ArrayList<>();
        for (byte[] secret : secrets) {
            copy.add(new SecretKeySpec(secret, ALGORITHM));
        }
        this.keys = List.copyOf(copy);
    }

    /**
     * Whether one of the candidates is the MAC, under one of the secrets, of the parts one after the other. Compares in
     * constant time (case SEC-06).
     */
    public boolean matches(List<byte[]> candidates, byte[]... parts) {
        boolean matches = false;
        for (SecretKeySpec key : keys) {
            byte[] expected = mac(key, parts);
            for (byte[] candidate : candidates) {
                matches |= MessageDigest.isEqual(expected, candidate);
            }
        }
        return matches;
    }

    private static byte[] mac(SecretKeySpec key, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM, PROVIDER);
            mac.init(key);
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("a secret that was accepted at start cannot sign", e);
        }
    }

    /** How many there are: the secrets themselves must not reach a log. */
    @Override
    public String toString() {
        return "HmacKeys[" + keys.size() + "]";
    }
}
