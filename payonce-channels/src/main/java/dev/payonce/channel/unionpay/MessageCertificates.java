package dev.payonce.channel.unionpay;

import dev.payonce.Body;
import dev.payonce.Refusal;
import dev.payonce.channel.Certificates;
import dev.payonce.channel.RefusedException;
import java.nio.charset.StandardCharsets;
import java.security.PublicKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keys of the certificates that messages bring along. UnionPay sends the same one for years: the last that was trusted is
 * remembered with its chain, so that only the validity of all of them is checked again. Thread-safe: racing callers at worst
 * check a chain twice.
 */
final class MessageCertificates {
    private static final int MAX_LENGTH = 16 * 1024;

    private final TrustedChains chains;
    private volatile @Nullable Trusted last;

    private record Trusted(Body pem, List<X509Certificate> chain) {
        boolean is(Body other, Instant instant) {
            return pem.equals(other) && chain.stream().allMatch(each -> TrustedChains.isValid(each, instant));
        }
    }

    MessageCertificates(TrustedChains chains) {
        this.chains = chains;
    }

    /** @throws RefusedException as an unknown key, unless the text is one certificate that is trusted at that time */
    PublicKey key(byte[] pem, Instant instant) throws RefusedException {
        Trusted known = last;
        if (known == null || !known.is(Body.of(pem), instant)) {
            known = new Trusted(Body.of(pem), trusted(pem, instant));
            last = known;
        }
        return known.chain().get(0).getPublicKey();
    }

    private List<X509Certificate> trusted(byte[] pem, Instant instant) throws RefusedException {
        if (pem.length > MAX_LENGTH) {
            throw unknownKey("is too long");
        }
        List<X509Certificate> certificates;
        try {
            certificates = Certificates.parse(new String(pem, StandardCharsets.ISO_8859_1));
        } catch (IllegalArgumentException e) {
            throw unknownKey("is no certificate");
        }
        if (certificates.size() != 1) {
            throw unknownKey("is not one certificate");
        }
        List<X509Certificate> chain = chains.trusted(certificates.get(0), instant);
        if (chain.isEmpty()) {
            throw unknownKey("is not trusted");
        }
        return chain;
    }

    private static RefusedException unknownKey(String problem) {
        return new RefusedException(Refusal.UNKNOWN_KEY, "signPubKeyCert " + problem);
    }
}
