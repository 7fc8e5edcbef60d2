package dev.payonce.channel.paypal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.Body;
import dev.payonce.Delivery;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.RsaSignature;
import dev.payonce.channel.StrictJson;
import dev.payonce.channel.Vectors;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A real webhook of PayPal's sandbox, of 2017, with its certificate and the one that issued it. */
class PayPalVectorsTest {
    private static final Instant THEN = Instant.parse("2017-03-30T20:04:06Z");
    private static final List<String> HEADERS = List.of(
            Transmission.ID,
            Transmission.TIME,
            Transmission.SIGNATURE,
            Transmission.CERTIFICATE_URL,
            Transmission.ALGORITHM);

    private final CertificateChain chain = new CertificateChain(CertificateChain.platformAnchors());

    private static byte[] pem() throws Exception {
        String issuer = Base64.getMimeEncoder()
                .encodeToString(Vectors.readBytes("paypal/DigiCertSHA2ExtendedValidationServerCA.crt"));
        String text = Vectors.read("paypal/testClientCert.crt");
        String leaf = text.substring(text.indexOf("-----BEGIN"));
        return (leaf.strip() + "\n-----BEGIN CERTIFICATE-----\n" + issuer + "\n-----END CERTIFICATE-----\n")
                .getBytes(StandardCharsets.US_ASCII);
    }

    private static Delivery delivery(JsonObject vector, String body) throws RefusedException {
        Map<String, List<String>> headers = new LinkedHashMap<>();
        for (String name : HEADERS) {
            headers.put(name, new ArrayList<>(List.of(vector.object("headers").text(name))));
        }
        return new Delivery("POST", "/notify/pp", headers, null, Body.of(body.getBytes(StandardCharsets.UTF_8)), THEN);
    }

    @Test
    void theRealWebhookIsGenuineAndAChangedOneIsNot() throws Exception {
        JsonObject vector =
                StrictJson.read(Vectors.read("paypal/webhook_2017.json").getBytes(StandardCharsets.UTF_8), "vector");
        String body = vector.text("body");
        assertThat(isGenuine(vector, delivery(vector, body))).isTrue();
        assertThat(isGenuine(vector, delivery(vector, body + " "))).isFalse();
        assertThat(isGenuine(vector, delivery(vector, body.replace("\"100\"", "\"1\""))))
                .isFalse();
    }

    private boolean isGenuine(JsonObject vector, Delivery delivery) throws Exception {
        Transmission transmission = Transmission.of(delivery);
        return RsaSignature.isValid(
                chain.verify(pem(), THEN).key(),
                transmission.signatureBytes(),
                transmission.signedText(
                        vector.text("webhookId"), delivery.body().bytes()));
    }

    @Test
    void theRealCertificateLeadsToAnAuthorityThatJavaTrustsAndHasExpired() throws Exception {
        byte[] pem = pem();
        assertThat(chain.verify(pem, THEN).notAfter()).isEqualTo(Instant.parse("2019-04-26T12:00:00Z"));
        assertThatThrownBy(() -> chain.verify(pem, Instant.parse("2026-12-01T00:00:00Z")))
                .isInstanceOf(CertificateException.class);
    }

    @Test
    void theRealAddressIsOnTheSandboxesList() throws Exception {
        assertThat(CertificateUrl.allowed(
                                "https://api.sandbox.paypal.com/v1/notifications/test",
                                Set.of("api.sandbox.paypal.com"))
                        .getPath())
                .isEqualTo("/v1/notifications/test");
    }
}
