package dev.payonce.lab.jmh;

import dev.payonce.lab.TrustStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Makes a simulated authority one that this process trusts, as a receiver has to trust PayPal's. */
final class TrustedAuthority {
    private TrustedAuthority() {}

    static void only(String certificatePem) throws Exception {
        Path file = Files.createTempFile("trusted", ".p12");
        file.toFile().deleteOnExit();
        TrustStore.write(file, List.of(certificatePem)).forEach(System::setProperty);
    }
}
