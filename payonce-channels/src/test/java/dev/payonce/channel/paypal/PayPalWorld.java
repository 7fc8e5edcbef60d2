package dev.payonce.channel.paypal;

import dev.payonce.AskingChannel;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.paypal.PayPal;
import dev.payonce.simulator.paypal.PayPalApi;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A merchant at PayPal, PayPal's API on a loopback port, and the channel that asks it. */
public final class PayPalWorld implements AutoCloseable {
    static final String MERCHANT_ID = "7KNGBPH2U58GQ";
    static final Instant NOW = Instant.parse("2026-12-01T03:04:05Z");
    static final PayPal ACCOUNT = PayPal.generate(MERCHANT_ID, NOW);
    static final SimulatedPayment PAYMENT = new SimulatedPayment("2GG279541U471931P", "ORD1", 9900, "USD", NOW);

    final PayPalApi api = PayPalApi.start(ACCOUNT);

    /** The channel that expects it, and whose API knows of the payment. */
    public AskingChannel channel() {
        api.knows(PAYMENT);
        return channel("verification", "query");
    }

    AskingChannel channel(String property, String... values) {
        return (AskingChannel) type().create(properties(property, values), NOW);
    }

    /** Trusts the account's authority. */
    static PayPalType type() {
        return new PayPalType(() -> Set.of(new TrustAnchor(certificate(ACCOUNT.authorityPem()), null)));
    }

    ChannelProperties properties(String property, String... values) {
        Map<String, List<String>> all = new HashMap<>(Map.of(
                "webhook-id", List.of(ACCOUNT.webhookId()),
                "merchant-id", List.of(MERCHANT_ID),
                "client-id", List.of(PayPalApi.CLIENT_ID),
                "client-secret", List.of(PayPalApi.CLIENT_SECRET),
                "api-base-url", List.of(api.url()),
                "certificate-hosts", List.of(api.host())));
        all.put(property, List.of(values));
        return new ChannelProperties("pp", all, List.of());
    }

    PayPalDelivery aSignedDelivery() {
        return new PayPalDelivery(api.certificateUrl());
    }

    long certificateDownloads() {
        return api.count("GET " + PayPal.CERTIFICATES);
    }

    static X509Certificate certificate(String pem) {
        try {
            return (X509Certificate) CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII)));
        } catch (CertificateException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        api.close();
    }
}
