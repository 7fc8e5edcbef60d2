package dev.payonce.lab;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.Map;

/** The file of a Java platform that trusts simulated authorities and no others, as a receiver has to trust PayPal's. */
public final class TrustStore {
    private static final String PASSWORD = "changeit";

    private TrustStore() {}

    /** Writes it, and returns the system properties by which a Java platform takes it for its own. */
    public static Map<String, String> write(Path file, List<String> certificates)
            throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, PASSWORD.toCharArray());
        CertificateFactory reader = CertificateFactory.getInstance("X.509");
        for (String pem : certificates) {
            store.setCertificateEntry(
                    "simulated-" + store.size(),
                    reader.generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII))));
        }
        try (OutputStream out = Files.newOutputStream(file)) {
            store.store(out, PASSWORD.toCharArray());
        }
        return Map.of(
                "javax.net.ssl.trustStore",
                file.toString(),
                "javax.net.ssl.trustStorePassword",
                PASSWORD,
                "javax.net.ssl.trustStoreType",
                "PKCS12");
    }
}
