package dev.payonce.channel;

import java.io.ByteArrayInputStream;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;

/** Reads X.509 certificates. Stateless. Errors say what is wrong and never show the text. */
public final class Certificates {
    private Certificates() {}

    /**
     * Every certificate of a PEM text; at least one.
     *
     * @throws IllegalArgumentException whose message continues a sentence: "must be …"
     */
    public static List<X509Certificate> parse(String pem) {
        List<PemBlock> blocks = PemBlock.parse(pem);
        if (blocks.isEmpty()) {
            PemBlock.requireText(pem);
        }
        if (blocks.stream().anyMatch(block -> block.label().contains("PRIVATE"))) {
            throw new IllegalArgumentException("must be PEM CERTIFICATE text and not a private key");
        }
        if (blocks.isEmpty() || !blocks.stream().allMatch(block -> block.label().equals("CERTIFICATE"))) {
            throw new IllegalArgumentException("must be PEM CERTIFICATE text and nothing else");
        }
        return blocks.stream().map(block -> x509(block.der())).toList();
    }

    /** @throws IllegalArgumentException likewise */
    static X509Certificate x509(byte[] der) {
        try {
            return (X509Certificate)
                    CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(der));
        } catch (CertificateException e) {
            throw new IllegalArgumentException("must hold an X.509 certificate", e);
        }
    }
}
