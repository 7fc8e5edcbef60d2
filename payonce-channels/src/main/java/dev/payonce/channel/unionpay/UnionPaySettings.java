package dev.payonce.channel.unionpay;

import dev.payonce.channel.Certificates;
import dev.payonce.channel.ChannelProperties;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What a {@link UnionPayChannel} needs, checked. */
record UnionPaySettings(String name, String merchantId, TrustedChains chains) {
    private static final String MERCHANT_ID = "merchant-id";
    private static final String CERTIFICATE_CN = "certificate-cn";
    private static final String DEFAULT_CN = "中国银联股份有限公司";
    private static final int MAX_CERTIFICATES = 20;

    static final Set<String> PROPERTIES = Set.of(MERCHANT_ID, ChannelProperties.TRUSTED_CERTIFICATES, CERTIFICATE_CN);

    static UnionPaySettings of(ChannelProperties properties, Instant now) {
        String cn = properties.values().containsKey(CERTIFICATE_CN) ? properties.one(CERTIFICATE_CN) : DEFAULT_CN;
        TrustedChains chains = TrustedChains.of(certificates(properties), cn);
        if (chains.isEmpty()) {
            throw properties.invalid(
                    ChannelProperties.TRUSTED_CERTIFICATES, "must hold a root certificate, which issued itself");
        }
        if (!chains.isValidAt(now)) {
            throw properties.invalid(
                    ChannelProperties.TRUSTED_CERTIFICATES,
                    "holds no certificate that is valid now together with its issuers; put UnionPay's present ones here");
        }
        return new UnionPaySettings(properties.channel(), properties.oneName(MERCHANT_ID), chains);
    }

    private static List<X509Certificate> certificates(ChannelProperties properties) {
        List<X509Certificate> all = new ArrayList<>();
        List<String> written = properties.values().getOrDefault(ChannelProperties.TRUSTED_CERTIFICATES, List.of());
        for (int i = 0; i < written.size(); i++) {
            if (written.get(i).isBlank()) {
                throw properties.invalid(
                        ChannelProperties.TRUSTED_CERTIFICATES + "[" + i + "]",
                        "must not be blank: write a PEM certificate");
            }
        }
        int index = 0;
        for (String pem : properties.oneOrMore(ChannelProperties.TRUSTED_CERTIFICATES)) {
            try {
                all.addAll(Certificates.parse(pem));
            } catch (IllegalArgumentException e) {
                throw properties.invalid(
                        ChannelProperties.TRUSTED_CERTIFICATES + "[" + index + "]", String.valueOf(e.getMessage()));
            }
            index++;
        }
        if (all.size() > MAX_CERTIFICATES) {
            throw properties.invalid(
                    ChannelProperties.TRUSTED_CERTIFICATES, "must have at most " + MAX_CERTIFICATES + " certificates");
        }
        return all;
    }
}
