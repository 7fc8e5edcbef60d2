package dev.payonce.simulator.paypal;

import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.wire.Certificate;
import dev.payonce.simulator.wire.Certificate.Named;
import dev.payonce.simulator.wire.Certificate.Validity;
import java.time.Instant;
import java.util.Base64;

/**
 * Issues X.509 certificates under a root of its own. Thread-safe.
 *
 * @param name the root's common name
 * @param key signs root and certificates
 * @param notBefore the root's first second
 * @param notAfter and its last
 */
public record CertificateAuthority(String name, SigningKey key, Instant notBefore, Instant notAfter) {
    /** A new root, valid for twenty years around now's. */
    public static CertificateAuthority generate(String name, Instant now) {
        return new CertificateAuthority(
                name, SigningKey.generate(name), now.minusSeconds(10L * 31_536_000), now.plusSeconds(10L * 31_536_000));
    }

    /** The root's own certificate, which a receiver has to trust. */
    public String certificatePem() {
        return pem(new Named(name, key), new Validity(notBefore, notAfter), true);
    }

    /** A certificate of the subject's key, issued by this root. */
    public String issue(String commonName, SigningKey subject, Instant from, Instant to) {
        return pem(new Named(commonName, subject), new Validity(from, to), false);
    }

    private String pem(Named subject, Validity validity, boolean authority) {
        byte[] der = Certificate.der(subject, new Named(name, key), serial(subject), authority, validity);
        String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der);
        return "-----BEGIN CERTIFICATE-----\n" + lines + "\n-----END CERTIFICATE-----\n";
    }

    /** Positive, and another one for another subject. */
    private static long serial(Named subject) {
        long number = 31L * subject.commonName().hashCode()
                + subject.key().publicKey().hashCode();
        return (number & Long.MAX_VALUE) | 1;
    }
}
