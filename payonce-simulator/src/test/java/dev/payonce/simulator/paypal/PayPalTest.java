package dev.payonce.simulator.paypal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.simulator.Answer;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SimulatedPayment;
import java.io.ByteArrayInputStream;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Judged by channels.md 6 with the JDK alone: nothing here calls the code that builds the messages. */
class PayPalTest {
    private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");
    private static final PayPal PAYPAL = PayPal.generate("7KNGBPH2U58GQ", NOW);
    private static final SimulatedPayment PAYMENT =
            new SimulatedPayment("2GG279541U471931P", "ORD1", 9900, "USD", Instant.parse("2026-12-01T09:59:58Z"));

    private final Random random = new Random(7);
    private final Notification notification = PAYPAL.notification(PAYMENT, random);

    @Test
    void signatureVerifiesWithACertificateThatTheAuthorityIssued() throws Exception {
        SignedRequest request = notification.sign(NOW, random);
        assertThat(verifies(request)).isTrue();
        assertThat(header(request, "PAYPAL-AUTH-ALGO")).isEqualTo("SHA256withRSA");
        assertThat(header(request, "PAYPAL-TRANSMISSION-TIME")).isEqualTo("2026-12-01T10:00:00Z");
        assertThat(header(request, "PAYPAL-CERT-URL")).startsWith("https://api.paypal.com/v1/notifications/certs/");

        X509Certificate root = certificate(PAYPAL.authorityPem());
        X509Certificate leaf = certificate(PAYPAL.certificatePem());
        root.verify(root.getPublicKey());
        leaf.verify(root.getPublicKey());
        assertThat(root.getBasicConstraints()).isNotNegative();
        assertThat(leaf.getBasicConstraints()).isNegative();
        assertThat(leaf.getSubjectX500Principal().getName()).isEqualTo("CN=messageverificationcerts.paypal.com");
    }

    @Test
    void bodyIsKeptOverAttemptsAndTheTransmissionIsNew() {
        SignedRequest first = notification.sign(NOW, random);
        SignedRequest second = notification.sign(NOW.plusSeconds(60), random);
        assertThat(second.body()).isEqualTo(first.body());
        for (String name : List.of("PAYPAL-TRANSMISSION-ID", "PAYPAL-TRANSMISSION-TIME", "PAYPAL-TRANSMISSION-SIG")) {
            assertThat(header(second, name)).as(name).isNotEqualTo(header(first, name));
        }
    }

    @Test
    void bodyHasTheDocumentedFields() {
        assertThat(body(notification.sign(NOW, random)))
                .contains("\"event_type\":\"PAYMENT.CAPTURE.COMPLETED\"")
                .contains("\"id\":\"2GG279541U471931P\"")
                .contains("\"amount\":{\"currency_code\":\"USD\",\"value\":\"99.00\"}")
                .contains("\"custom_id\":\"ORD1\"")
                .contains("\"status\":\"COMPLETED\"")
                .contains("\"merchant_id\":\"7KNGBPH2U58GQ\"");
        assertThat(body(PAYPAL.notification(PAYMENT.withOrderNo(null), random).sign(NOW, random)))
                .doesNotContain("custom_id");
        assertThat(body(PAYPAL.notification(PAYMENT, PayPalEvent.capture("PENDING"), random)
                        .sign(NOW, random)))
                .contains("\"event_type\":\"PAYMENT.CAPTURE.PENDING\"", "\"status\":\"PENDING\"");
        assertThat(PAYPAL.notification(PAYMENT, PayPalEvent.orderApproved(), random)
                        .event())
                .isEqualTo("CHECKOUT.ORDER.APPROVED");
    }

    @Test
    void amountsHaveTheDecimalsOfTheirCurrency() {
        assertThat(CaptureText.value(5, "USD")).isEqualTo("0.05");
        assertThat(CaptureText.value(500, "JPY")).isEqualTo("500");
        assertThat(CaptureText.value(1000, "KWD")).isEqualTo("1.000");
        assertThat(CaptureText.value(50_000, "HUF")).isEqualTo("500");
        assertThatThrownBy(() -> CaptureText.value(50_050, "TWD")).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = Forgery.class,
            names = {"TAMPERED_BODY", "WRONG_SIGNATURE", "UNKNOWN_KEY", "OTHER_APP", "WEAK_ALGORITHM"})
    void signatureOfAForgeryDoesNotVerify(Forgery forgery) throws Exception {
        assertThat(verifies(notification.sign(Set.of(forgery), NOW, random))).isFalse();
    }

    /** The point of channels.md 6.3. */
    @Test
    void anotherAmountUnderTheSameChecksumVerifies() throws Exception {
        for (int i = 0; i < 20; i++) {
            SignedRequest forged =
                    PAYPAL.notification(PAYMENT, random).sign(Set.of(Forgery.CHECKSUM_COLLISION), NOW, random);
            assertThat(body(forged)).contains("\"value\":\"100.00\"").doesNotContain("99.00");
            assertThat(verifies(forged)).isTrue();
        }
    }

    @Test
    void otherForgeriesAreWhatTheySay() throws Exception {
        SignedRequest other = notification.sign(Set.of(Forgery.OTHER_MERCHANT), NOW, random);
        assertThat(verifies(other)).isTrue();
        assertThat(body(other)).contains("\"merchant_id\":\"7KNGBPH2U58GQ9\"");
        assertThat(notification
                        .sign(Set.of(Forgery.MISSING_SIGNATURE), NOW, random)
                        .headers())
                .doesNotContainKey("PAYPAL-TRANSMISSION-SIG");
        assertThat(header(notification.sign(Set.of(Forgery.EMPTY_SIGNATURE), NOW, random), "PAYPAL-TRANSMISSION-SIG"))
                .isEmpty();
        assertThat(header(notification.sign(Set.of(Forgery.WEAK_ALGORITHM), NOW, random), "PAYPAL-AUTH-ALGO"))
                .isEqualTo("SHA1withRSA");
        assertThatThrownBy(() -> notification.sign(Set.of(Forgery.STALE), NOW, random))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void every2xxAcknowledges() {
        assertThat(Stream.of(200, 201, 202, 204, 299, 301, 400, 401, 409, 500, 503)
                        .filter(status -> PAYPAL.acknowledged(new Answer(status, Map.of(), ""))))
                .containsExactly(200, 201, 202, 204, 299);
    }

    /** channels.md 6.5: up to 25 times in 3 days. */
    @Test
    void scheduleHas25SendsWithinThreeDays() {
        assertThat(PAYPAL.schedule().pauses()).hasSize(24).isSorted();
        assertThat(PAYPAL.schedule().total()).isBetween(Duration.ofHours(71), Duration.ofHours(72));
    }

    @Test
    void noSecretIsPrinted() {
        assertThat(PAYPAL.toString()).contains("7KNGBPH2U58GQ").doesNotContain("BEGIN", PAYPAL.webhookId());
    }

    static boolean verifies(SignedRequest request) throws GeneralSecurityException {
        CRC32 crc = new CRC32();
        crc.update(request.body());
        String text = String.join(
                "|",
                header(request, "PAYPAL-TRANSMISSION-ID"),
                header(request, "PAYPAL-TRANSMISSION-TIME"),
                PAYPAL.webhookId(),
                Long.toUnsignedString(crc.getValue()));
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initVerify(certificate(PAYPAL.certificatePem()));
        signature.update(text.getBytes(UTF_8));
        return signature.verify(Base64.getDecoder().decode(header(request, "PAYPAL-TRANSMISSION-SIG")));
    }

    private static X509Certificate certificate(String pem) throws GeneralSecurityException {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(UTF_8)));
    }

    private static String header(SignedRequest request, String name) {
        List<String> values = request.headers().getOrDefault(name, List.of());
        assertThat(values).as(name).hasSize(1);
        return values.get(0);
    }

    private static String body(SignedRequest request) {
        return new String(request.body(), UTF_8);
    }
}
