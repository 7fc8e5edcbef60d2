package dev.payonce.channel.unionpay;

import dev.payonce.channel.KeyReport;
import dev.payonce.channel.KeyReport.Validity;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Set;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/**
 * The pinned certificates of UnionPay, as chains that end in a root. A message brings its own certificate, which is worth
 * nothing until it is tied to one of these and bears UnionPay's name (channels.md 4.2): without that anybody could sign.
 * Immutable and thread-safe. Asks nobody: certificates that were revoked must be taken out of the configuration.
 */
final class TrustedChains {
    private static final int MIN_BITS = 2048;
    private static final int MAX_LENGTH = 4;

    private final List<List<X509Certificate>> chains;
    private final String organisation;

    private TrustedChains(List<List<X509Certificate>> chains, String organisation) {
        this.chains = chains;
        this.organisation = organisation;
    }

    /**
     * The chains that the certificates make among themselves, each with its root last.
     *
     * @param organisation the third part of the common name, between {@code @}
     */
    static TrustedChains of(List<X509Certificate> certificates, String organisation) {
        List<List<X509Certificate>> chains = new ArrayList<>();
        for (X509Certificate root : certificates) {
            if (isRoot(root)) {
                extend(List.of(root), certificates, chains);
            }
        }
        return new TrustedChains(List.copyOf(chains), organisation);
    }

    private static void extend(
            List<X509Certificate> chain, List<X509Certificate> certificates, List<List<X509Certificate>> chains) {
        chains.add(chain);
        for (X509Certificate next : certificates) {
            if (chain.size() < MAX_LENGTH && !isRoot(next) && !chain.contains(next) && issued(chain.get(0), next)) {
                List<X509Certificate> longer = new ArrayList<>(chain);
                longer.add(0, next);
                extend(List.copyOf(longer), certificates, chains);
            }
        }
    }

    private static boolean isRoot(X509Certificate certificate) {
        return issued(certificate, certificate);
    }

    private static boolean issued(X509Certificate issuer, X509Certificate certificate) {
        return issuer.getSubjectX500Principal().equals(certificate.getIssuerX500Principal());
    }

    boolean isEmpty() {
        return chains.isEmpty();
    }

    boolean isValidAt(Instant instant) {
        return chains.stream().anyMatch(chain -> chain.stream().allMatch(each -> isValid(each, instant)));
    }

    /** A certificate verifies only together with its issuers, hence the report is on the chains. */
    KeyReport report(Instant now) {
        List<Validity> each = chains.stream()
                .flatMap(List::stream)
                .distinct()
                .map(certificate -> new Validity(
                        certificate.getNotBefore().toInstant(),
                        certificate.getNotAfter().toInstant()))
                .toList();
        return KeyReport.of(isValidAt(now), each, now);
    }

    /**
     * The certificate and its issuers, if it is UnionPay's at that time: its name, its key's length, its chain, the validity
     * of all. Empty otherwise.
     */
    List<X509Certificate> trusted(X509Certificate leaf, Instant instant) {
        boolean fit = leaf.getPublicKey() instanceof RSAPublicKey rsa
                && rsa.getModulus().bitLength() >= MIN_BITS
                && isOurs(leaf);
        if (fit) {
            for (List<X509Certificate> chain : chains) {
                if (issued(chain.get(0), leaf) && ends(chain, leaf, instant)) {
                    List<X509Certificate> all = new ArrayList<>(chain);
                    all.add(0, leaf);
                    return List.copyOf(all);
                }
            }
        }
        return List.of();
    }

    static boolean isValid(X509Certificate certificate, Instant instant) {
        return !instant.isBefore(certificate.getNotBefore().toInstant())
                && !instant.isAfter(certificate.getNotAfter().toInstant());
    }

    private static boolean ends(List<X509Certificate> chain, X509Certificate leaf, Instant instant) {
        X509Certificate root = chain.get(chain.size() - 1);
        // PKIX looks at the validity of every certificate but the anchor.
        if (!isValid(root, instant)) {
            return false;
        }
        List<X509Certificate> path = new ArrayList<>();
        path.add(leaf);
        path.addAll(chain.subList(0, chain.size() - 1));
        try {
            PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(root, null)));
            parameters.setRevocationEnabled(false);
            parameters.setDate(Date.from(instant));
            var unused = CertPathValidator.getInstance("PKIX")
                    .validate(CertificateFactory.getInstance("X.509").generateCertPath(path), parameters);
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    /** {@code 041@8310000000083040@中国银联股份有限公司@00016495}: the third part, of the only common name. */
    private boolean isOurs(X509Certificate leaf) {
        List<String> names = new ArrayList<>();
        try {
            for (Rdn part : new LdapName(leaf.getSubjectX500Principal().getName()).getRdns()) {
                if (part.getType().equalsIgnoreCase("CN")) {
                    names.add(String.valueOf(part.getValue()));
                }
            }
        } catch (InvalidNameException e) {
            return false;
        }
        if (names.size() != 1) {
            return false;
        }
        String[] parts = names.get(0).split("@", -1);
        return parts.length >= 3 && parts[2].equals(organisation);
    }
}
