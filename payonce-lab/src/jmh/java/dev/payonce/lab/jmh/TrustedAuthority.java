package dev.payonce.lab.jmh;

import java.io.ByteArrayInputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;

/** Makes a simulated authority one that this process trusts, as a receiver has to trust PayPal's. */
final class TrustedAuthority {
    private static final char[] PASSWORD = "changeit".toCharArray();

    private TrustedAuthority() {}

    static void only(String certificatePem) throws Exception {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, PASSWORD);
        store.setCertificateEntry(
                "simulated",
                CertificateFactory.getInstance("X.509")
                        .generateCertificate(
                                new ByteArrayInputStream(certificatePem.getBytes(StandardCharsets.US_ASCII))));
        Path file = Files.createTempFile("trusted", ".p12");
        file.toFile().deleteOnExit();
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD);
        }
        System.setProperty("javax.net.ssl.trustStore", file.toString());
        System.setProperty("javax.net.ssl.trustStorePassword", new String(PASSWORD));
        System.setProperty("javax.net.ssl.trustStoreType", "PKCS12");
    }
}
