package dev.payonce.channel.paypal;

import dev.payonce.channel.VerificationKey;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertPathValidator;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import javax.security.auth.x500.X500Principal;

/**
 * Judges a chain of certificates, PayPal's own first: it must lead to a trusted authority, and its first must be issued to
 * PayPal's signer of messages (channels.md 6.2). Revocation is not asked about: that would be one more party to wait for.
 * Immutable and thread-safe.
 */
final class CertificateChain {
    private static final int MAX_CERTIFICATES = 6;
    private static final int MIN_BITS = 2048;
    /** PayPal's signers are {@code messageverificationcerts[.sandbox].paypal.com}. */
    private static final Pattern SIGNER = Pattern.compile("messageverificationcerts[a-z0-9.-]{0,40}\\.paypal\\.com");
    /** The common name of a subject in RFC 2253; a comma that belongs to a value is behind a backslash. */
    private static final Pattern COMMON_NAME = Pattern.compile("(?:^|(?<!\\\\),)CN=([^,+\\\\\"<>;=]*)(?=,|$)");

    private final Set<TrustAnchor> anchors;

    CertificateChain(Set<TrustAnchor> anchors) {
        this.anchors = Set.copyOf(anchors);
    }

    /**
     * The certificate authorities that this Java platform trusts, {@code javax.net.ssl.trustStore} included.
     *
     * @throws IllegalArgumentException if there are none, since nothing could be verified
     */
    static Set<TrustAnchor> platformAnchors() {
        try {
            TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init((KeyStore) null);
            Set<TrustAnchor> anchors = new HashSet<>();
            for (TrustManager manager : factory.getTrustManagers()) {
                if (manager instanceof X509TrustManager x509) {
                    for (X509Certificate authority : x509.getAcceptedIssuers()) {
                        anchors.add(new TrustAnchor(authority, null));
                    }
                }
            }
            if (anchors.isEmpty()) {
                // A PKCS#12 file that is read without its password seems to hold nothing.
                throw new IllegalArgumentException(
                        "type paypal needs certificate authorities, and this Java trusts none:"
                                + " see javax.net.ssl.trustStore and javax.net.ssl.trustStorePassword");
            }
            return anchors;
        } catch (GeneralSecurityException e) {
            throw new IllegalArgumentException(
                    "type paypal needs the certificate authorities that this Java trusts, which cannot be read: "
                            + e.getMessage(),
                    e);
        }
    }

    /**
     * The key of the chain's first certificate and the time during which the whole chain is valid.
     *
     * @param pem one or more certificates
     * @throws CertificateException if it is none that is to be trusted at that time
     */
    VerificationKey verify(byte[] pem, Instant at) throws CertificateException {
        List<X509Certificate> chain = parse(pem);
        X509Certificate signer = chain.get(0);
        if (!SIGNER.matcher(commonName(signer.getSubjectX500Principal())).matches()) {
            throw new CertificateException("certificate is not issued to PayPal's signer of messages");
        }
        if (!(signer.getPublicKey() instanceof RSAPublicKey rsa)
                || rsa.getModulus().bitLength() < MIN_BITS) {
            throw new CertificateException("certificate's key is not RSA of at least " + MIN_BITS + " bits");
        }
        requireTrust(chain, at);
        Instant from = Instant.MIN;
        Instant to = Instant.MAX;
        for (X509Certificate certificate : chain) {
            Instant notBefore = certificate.getNotBefore().toInstant();
            Instant notAfter = certificate.getNotAfter().toInstant();
            from = notBefore.isAfter(from) ? notBefore : from;
            to = notAfter.isBefore(to) ? notAfter : to;
        }
        return new VerificationKey(signer.getSerialNumber().toString(16), signer.getPublicKey(), from, to);
    }

    private static List<X509Certificate> parse(byte[] pem) throws CertificateException {
        List<X509Certificate> chain = new ArrayList<>();
        for (Certificate certificate :
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem))) {
            chain.add((X509Certificate) certificate);
        }
        if (chain.isEmpty() || chain.size() > MAX_CERTIFICATES) {
            throw new CertificateException("not a chain of 1 to " + MAX_CERTIFICATES + " certificates");
        }
        return chain;
    }

    private void requireTrust(List<X509Certificate> chain, Instant at) throws CertificateException {
        if (anchors.isEmpty()) {
            throw new CertificateException("no certificate authority is trusted");
        }
        // An authority that is sent along is no part of the path: it is trusted by itself or not at all.
        List<X509Certificate> path = new ArrayList<>(chain);
        path.removeIf(certificate -> anchors.stream().anyMatch(anchor -> certificate.equals(anchor.getTrustedCert())));
        if (path.isEmpty()) {
            throw new CertificateException("certificate is an authority's");
        }
        try {
            PKIXParameters parameters = new PKIXParameters(anchors);
            parameters.setRevocationEnabled(false);
            parameters.setDate(Date.from(at));
            var unused = CertPathValidator.getInstance("PKIX")
                    .validate(CertificateFactory.getInstance("X.509").generateCertPath(path), parameters);
        } catch (GeneralSecurityException e) {
            throw new CertificateException("certificate does not lead to a trusted authority", e);
        }
    }

    private static String commonName(X500Principal subject) {
        Matcher names = COMMON_NAME.matcher(subject.getName(X500Principal.RFC2253));
        String name = names.find() ? names.group(1) : "";
        // Of two names nobody can say which one counts.
        return names.find() ? "" : name;
    }
}
