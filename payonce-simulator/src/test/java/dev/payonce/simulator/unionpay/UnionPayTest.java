package dev.payonce.simulator.unionpay;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.simulator.Answer;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.SimulatedPayment;
import java.io.ByteArrayInputStream;
import java.net.URLDecoder;
import java.security.MessageDigest;
import java.security.Signature;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Judged by channels.md 4 on bytes, with the JDK alone: nothing here calls the code that builds the messages. */
class UnionPayTest {
    private static final UnionPay UNIONPAY = UnionPay.generate("777290058167151");
    private static final Instant NOW = Instant.parse("2026-12-01T18:00:05Z");
    private static final SimulatedPayment PAYMENT = new SimulatedPayment(
            "782612011104000674028", "P20261201", 9905, "CNY", Instant.parse("2026-12-01T15:59:58Z"));

    private final Random random = new Random(7);

    private Map<String, String> fields(UnionPayEvent event, Set<Forgery> forgeries) {
        byte[] body = UNIONPAY.notification(PAYMENT, event, random)
                .sign(forgeries, NOW, random)
                .body();
        Map<String, String> fields = new TreeMap<>();
        for (String pair : new String(body, US_ASCII).split("&", -1)) {
            String[] parts = pair.split("=", 2);
            assertThat(fields.put(parts[0], URLDecoder.decode(parts[1], UTF_8))).isNull();
        }
        return fields;
    }

    private static X509Certificate certificate(String pem) throws Exception {
        return (X509Certificate) CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(pem.getBytes(US_ASCII)));
    }

    private static boolean verifies(Map<String, String> fields) throws Exception {
        StringBuilder text = new StringBuilder();
        fields.forEach((name, value) -> {
            if (!name.equals("signature") && !value.isEmpty()) {
                text.append(text.isEmpty() ? "" : "&").append(name).append('=').append(value);
            }
        });
        byte[] digest =
                MessageDigest.getInstance("SHA-256").digest(text.toString().getBytes(UTF_8));
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initVerify(certificate(String.valueOf(fields.get("signPubKeyCert"))));
        signature.update(HexFormat.of().formatHex(digest).getBytes(US_ASCII));
        String base64 = fields.getOrDefault("signature", "");
        return !base64.isEmpty() && signature.verify(Base64.getDecoder().decode(base64));
    }

    @Test
    void genuineNotificationsVerifyWithTheCertificateInside() throws Exception {
        Map<String, String> fields = fields(UnionPayEvent.paid(), Set.of());

        assertThat(verifies(fields)).isTrue();
        assertThat(fields)
                .containsEntry("version", "5.1.0")
                .containsEntry("signMethod", "01")
                .containsEntry("merId", "777290058167151")
                .containsEntry("orderId", "P20261201")
                .containsEntry("queryId", "782612011104000674028")
                .containsEntry("txnAmt", "9905")
                .containsEntry("settleAmt", "8915")
                .containsEntry("currencyCode", "156")
                .containsEntry("respCode", "00")
                .containsEntry("txnType", "01")
                .containsEntry("txnTime", "20261201235958")
                .containsEntry("traceTime", "1201235958");
    }

    @Test
    void theCertificatesMakeAChainUnderTheRoot() throws Exception {
        X509Certificate root = certificate(UNIONPAY.trusted().get(0));
        X509Certificate middle = certificate(UNIONPAY.trusted().get(1));
        X509Certificate leaf = certificate(UNIONPAY.certificate());
        root.verify(root.getPublicKey());
        middle.verify(root.getPublicKey());
        leaf.verify(middle.getPublicKey());
        assertThat(middle.getBasicConstraints()).isNotNegative();
        assertThat(leaf.getBasicConstraints()).isNegative();
        assertThat(leaf.getSubjectX500Principal().getName()).contains("@中国银联股份有限公司@");
    }

    @Test
    void everyAttemptIsTheSame() {
        var notification = UNIONPAY.notification(PAYMENT, random);
        assertThat(notification.sign(NOW.plusSeconds(60), random).body())
                .isEqualTo(notification.sign(NOW, random).body());
    }

    @Test
    void otherEventsAreSignedToo() throws Exception {
        assertThat(fields(UnionPayEvent.unclear("A6"), Set.of())).containsEntry("respCode", "A6");
        Map<String, String> refund = fields(UnionPayEvent.refunded(), Set.of());
        assertThat(refund).containsEntry("txnType", "04");
        assertThat(verifies(refund)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = Forgery.class,
            names = {"TAMPERED_BODY", "WRONG_SIGNATURE", "WEAK_ALGORITHM", "MISSING_SIGNATURE", "EMPTY_SIGNATURE"})
    void forgeriesDoNotVerify(Forgery forgery) throws Exception {
        assertThat(verifies(fields(UnionPayEvent.paid(), Set.of(forgery)))).isFalse();
    }

    @Test
    void theUnknownKeyVerifiesUnderItsOwnCertificateAndOtherMerchantsAreSigned() throws Exception {
        Map<String, String> unknown = fields(UnionPayEvent.paid(), Set.of(Forgery.UNKNOWN_KEY));
        assertThat(verifies(unknown)).isTrue();
        assertThat(unknown.get("signPubKeyCert")).isNotEqualTo(UNIONPAY.certificate());
        Map<String, String> merchant = fields(UnionPayEvent.paid(), Set.of(Forgery.OTHER_MERCHANT));
        assertThat(merchant).containsEntry("merId", "7772900581671519");
        assertThat(verifies(merchant)).isTrue();
    }

    @Test
    void theStatusAloneAcknowledges() {
        assertThat(Stream.of(200, 201, 204, 302, 400, 401, 409, 500, 503)
                        .filter(status -> UNIONPAY.acknowledged(new Answer(status, Map.of(), "ok"))))
                .containsExactly(200, 302);
    }

    @Test
    void scheduleIsTheDocumentedOne() {
        assertThat(UNIONPAY.schedule().pauses()).extracting(Duration::toMinutes).containsExactly(1L, 2L, 4L, 5L);
    }

    @Test
    void otherCurrenciesAndForgeriesAreRefused() {
        SimulatedPayment dollars = new SimulatedPayment("t", "o", 1, "USD", NOW);
        assertThatThrownBy(() -> UNIONPAY.notification(dollars)).isInstanceOf(IllegalArgumentException.class);
        var notification = UNIONPAY.notification(PAYMENT, random);
        assertThatThrownBy(() -> notification.sign(Set.of(Forgery.STALE), NOW, random))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
