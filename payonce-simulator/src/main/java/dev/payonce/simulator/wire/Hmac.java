package dev.payonce.simulator.wire;

import java.security.GeneralSecurityException;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** HMAC-SHA256, with which half of the platforms sign. Stateless. */
public final class Hmac {
    private static final String ALGORITHM = "HmacSHA256";

    private Hmac() {}

    /** The 32 bytes of the MAC over the parts, one after the other. */
    public static byte[] sha256(byte[] secret, byte[]... parts) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(secret, ALGORITHM));
            for (byte[] part : parts) {
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no " + ALGORITHM, e);
        }
    }
}
