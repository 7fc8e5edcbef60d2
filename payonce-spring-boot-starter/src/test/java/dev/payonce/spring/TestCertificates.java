package dev.payonce.spring;

import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.wire.Certificate;
import dev.payonce.simulator.wire.Certificate.Named;
import dev.payonce.simulator.wire.Certificate.Validity;
import java.time.Instant;
import java.util.Base64;

/** Self-signed certificates of this test run. */
final class TestCertificates {
    static final SigningKey KEY = SigningKey.generate("platform");

    private TestCertificates() {}

    static String pem(long serial, Instant notBefore, Instant notAfter) {
        return "-----BEGIN CERTIFICATE-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der(serial, notBefore, notAfter))
                + "\n-----END CERTIFICATE-----\n";
    }

    static byte[] der(long serial, Instant notBefore, Instant notAfter) {
        Named self = new Named("platform", KEY);
        return Certificate.der(self, self, serial, true, new Validity(notBefore, notAfter));
    }
}
