package dev.payonce.simulator.wechat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.simulator.Answer;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.SimulatedPayment;
import java.io.ByteArrayOutputStream;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Judged by channels.md 1 with the JDK alone: nothing here calls the code that builds the messages. */
class WeChatPayV3Test {
    private static final WeChatPayV3 WECHAT = WeChatPayV3.generate("1900000109", "wx8888888888888888");
    private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");
    private static final SimulatedPayment PAYMENT = new SimulatedPayment(
            "4200001234202612010000000001", "P20261201/0001", 9900, "CNY", Instant.parse("2026-12-01T09:59:58.7Z"));

    private final Random random = new Random(7);
    private final Notification notification = WECHAT.notification(PAYMENT, random);

    @Test
    void signatureVerifiesWithTheKeyThatTheSerialNames() throws Exception {
        SignedRequest request = notification.sign(NOW, random);

        assertThat(request.method()).isEqualTo("POST");
        assertThat(header(request, "Wechatpay-Timestamp")).isEqualTo("1796119200");
        assertThat(header(request, "Content-Type")).isEqualTo("application/json");
        assertThat(verifies(request)).isTrue();
    }

    @Test
    void bothKeysSign() {
        List<String> serials = Stream.generate(() -> header(notification.sign(NOW, random), "Wechatpay-Serial"))
                .limit(40)
                .distinct()
                .toList();

        assertThat(serials)
                .containsExactlyInAnyOrderElementsOf(
                        WECHAT.keys().stream().map(SigningKey::id).toList())
                .anyMatch(serial -> serial.startsWith("PUB_KEY_ID_"))
                .anyMatch(serial -> serial.matches("[0-9A-F]{40}"));
    }

    @Test
    void bodyIsKeptOverAttemptsAndHeadersAreNew() {
        SignedRequest first = notification.sign(NOW, random);
        SignedRequest second = notification.sign(NOW.plusSeconds(15), random);

        assertThat(second.body()).isEqualTo(first.body());
        for (String name : List.of("Wechatpay-Timestamp", "Wechatpay-Nonce", "Wechatpay-Signature")) {
            assertThat(header(second, name)).as(name).isNotEqualTo(header(first, name));
        }
    }

    @Test
    void anotherNotificationOfThePaymentHasAnotherIdAndCiphertext() {
        String first = body(notification.sign(NOW, random));
        String second = body(WECHAT.notification(PAYMENT, random).sign(NOW, random));

        for (String name : List.of("id", "ciphertext", "nonce")) {
            assertThat(field(second, name)).as(name).isNotEqualTo(field(first, name));
        }
    }

    @Test
    void bodyHasTheDocumentedFieldsAndEscapedSlashes() {
        String body = body(notification.sign(NOW, random));

        assertThat(field(body, "id")).hasSize(36);
        assertThat(field(body, "create_time")).isEqualTo("2026-12-01T17:59:58+08:00");
        assertThat(field(body, "resource_type")).isEqualTo("encrypt-resource");
        assertThat(field(body, "event_type")).isEqualTo("TRANSACTION.SUCCESS");
        assertThat(field(body, "algorithm")).isEqualTo("AEAD_AES_256_GCM");
        assertThat(field(body, "original_type")).isEqualTo("transaction");
        assertThat(field(body, "nonce")).hasSize(12);
        assertThat(body.replace("\\/", "")).doesNotContain("/");
    }

    @Test
    void resourceDecrypts() throws Exception {
        String plain = decrypt(notification.sign(NOW, random));

        assertThat(plain)
                .contains("\"mchid\":\"1900000109\"")
                .contains("\"appid\":\"wx8888888888888888\"")
                .contains("\"out_trade_no\":\"P20261201/0001\"")
                .contains("\"transaction_id\":\"4200001234202612010000000001\"")
                .contains("\"trade_state\":\"SUCCESS\"")
                .contains("\"success_time\":\"2026-12-01T17:59:58+08:00\"")
                .contains("\"amount\":{\"total\":9900,\"payer_total\":8910,\"currency\":\"CNY\"");
    }

    @Test
    void paymentWithoutOrderNumberHasNoSuchField() throws Exception {
        Notification without = WECHAT.notification(PAYMENT.withOrderNo(null), random);

        assertThat(decrypt(without.sign(NOW, random))).doesNotContain("out_trade_no");
    }

    @Test
    void otherEventsHaveTheirOwnFields() throws Exception {
        SignedRequest refund = WECHAT.notification(PAYMENT, WeChatEvent.refund("SUCCESS"), random)
                .sign(NOW, random);
        assertThat(field(body(refund), "event_type")).isEqualTo("REFUND.SUCCESS");
        assertThat(field(body(refund), "original_type")).isEqualTo("refund");
        assertThat(decrypt(refund)).contains("\"refund_status\":\"SUCCESS\"").doesNotContain("trade_state");

        SignedRequest unpaid = WECHAT.notification(
                        PAYMENT, WeChatEvent.transaction("TRANSACTION.FAIL", "PAYERROR"), random)
                .sign(NOW, random);
        assertThat(decrypt(unpaid)).contains("\"trade_state\":\"PAYERROR\"");
        assertThat(verifies(refund)).isTrue();
        assertThat(verifies(unpaid)).isTrue();
    }

    @Test
    void associatedDataMayBeAbsentOrEmpty() throws Exception {
        SignedRequest absent = WECHAT.notification(PAYMENT, WeChatEvent.paid().withAssociatedData(null), random)
                .sign(NOW, random);
        SignedRequest empty = WECHAT.notification(PAYMENT, WeChatEvent.paid().withAssociatedData(""), random)
                .sign(NOW, random);

        assertThat(body(absent)).doesNotContain("associated_data");
        assertThat(body(empty)).contains("\"associated_data\":\"\"");
        assertThat(decrypt(absent)).contains("\"total\":9900");
        assertThat(decrypt(empty)).contains("\"total\":9900");
    }

    @ParameterizedTest
    @EnumSource(
            value = Forgery.class,
            names = {"TAMPERED_BODY", "WRONG_SIGNATURE", "SIGNATURE_PROBE"})
    void signatureOfAForgeryDoesNotVerifyThoughItDecrypts(Forgery forgery) throws Exception {
        SignedRequest request = notification.sign(Set.of(forgery), NOW, random);

        assertThat(decrypt(request)).contains("\"total\":9900");
        assertThat(verifies(request)).isFalse();
    }

    @ParameterizedTest
    @EnumSource(
            value = Forgery.class,
            names = {
                "STALE",
                "FUTURE",
                "TAMPERED_CIPHERTEXT",
                "WRONG_ASSOCIATED_DATA",
                "WRONG_API_KEY",
                "OTHER_MERCHANT",
                "OTHER_APP"
            })
    void properlySignedForgeriesVerify(Forgery forgery) throws Exception {
        assertThat(verifies(notification.sign(Set.of(forgery), NOW, random))).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = Forgery.class,
            names = {"TAMPERED_CIPHERTEXT", "WRONG_ASSOCIATED_DATA", "WRONG_API_KEY"})
    void ciphertextForgeriesDoNotDecrypt(Forgery forgery) {
        SignedRequest request = notification.sign(Set.of(forgery), NOW, random);

        assertThatThrownBy(() -> decrypt(request)).isInstanceOf(AEADBadTagException.class);
    }

    @Test
    void signatureIsMissingOrEmptyOrAProbeThatIsNoBase64() {
        assertThat(notification
                        .sign(Set.of(Forgery.MISSING_SIGNATURE), NOW, random)
                        .headers())
                .doesNotContainKey("Wechatpay-Signature");
        assertThat(header(notification.sign(Set.of(Forgery.EMPTY_SIGNATURE), NOW, random), "Wechatpay-Signature"))
                .isEmpty();
        String probe = header(notification.sign(Set.of(Forgery.SIGNATURE_PROBE), NOW, random), "Wechatpay-Signature");
        assertThat(probe).startsWith("WECHATPAY/SIGNTEST/");
        assertThatThrownBy(() -> Base64.getDecoder().decode(probe)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void timesOfForgeriesAreSixMinutesOff() {
        assertThat(header(notification.sign(Set.of(Forgery.STALE), NOW, random), "Wechatpay-Timestamp"))
                .isEqualTo("1796118840");
        assertThat(header(notification.sign(Set.of(Forgery.FUTURE), NOW, random), "Wechatpay-Timestamp"))
                .isEqualTo("1796119560");
    }

    @Test
    void receiversOfForgeriesAreOthers() throws Exception {
        assertThat(decrypt(notification.sign(Set.of(Forgery.OTHER_MERCHANT), NOW, random)))
                .contains("\"mchid\":\"19000001099\"")
                .contains("\"appid\":\"wx8888888888888888\"");
        assertThat(decrypt(notification.sign(Set.of(Forgery.OTHER_APP), NOW, random)))
                .contains("\"mchid\":\"1900000109\"")
                .contains("\"appid\":\"wx88888888888888889\"");
    }

    @Test
    void unknownSerialIsNoneOfTheKeys() {
        String serial = header(notification.sign(Set.of(Forgery.UNKNOWN_KEY), NOW, random), "Wechatpay-Serial");

        assertThat(WECHAT.keys()).extracting(SigningKey::id).doesNotContain(serial);
    }

    @Test
    void forgeriesCombineUnlessTheyExcludeEachOther() throws Exception {
        SignedRequest both = notification.sign(Set.of(Forgery.STALE, Forgery.OTHER_MERCHANT), NOW, random);
        assertThat(header(both, "Wechatpay-Timestamp")).isEqualTo("1796118840");
        assertThat(decrypt(both)).contains("\"mchid\":\"19000001099\"");
        assertThat(verifies(both)).isTrue();

        assertThatThrownBy(() -> notification.sign(Set.of(Forgery.STALE, Forgery.FUTURE), NOW, random))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() ->
                        notification.sign(Set.of(Forgery.MISSING_SIGNATURE, Forgery.EMPTY_SIGNATURE), NOW, random))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> notification.sign(Set.of(Forgery.WEAK_ALGORITHM), NOW, random))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void only200And204Acknowledge() {
        assertThat(Stream.of(200, 204, 201, 202, 301, 401, 409, 500, 503)
                        .filter(status -> WECHAT.acknowledged(new Answer(status, Map.of(), "{\"code\":\"FAIL\"}"))))
                .containsExactly(200, 204);
    }

    /** channels.md 0.3: 15s/15s/30s/3m/10m/20m/30m/30m/30m/60m/3h/3h/3h/6h/6h, total 24h4m. */
    @Test
    void scheduleIsTheDocumentedOne() {
        assertThat(WECHAT.schedule().pauses())
                .extracting(Duration::toSeconds)
                .containsExactly(
                        15L, 15L, 30L, 180L, 600L, 1200L, 1800L, 1800L, 1800L, 3600L, 10800L, 10800L, 10800L, 21600L,
                        21600L);
        assertThat(WECHAT.schedule().total()).isEqualTo(Duration.parse("PT24H4M"));
        assertThat(WECHAT.schedule().compressed(1000).pauses()).startsWith(Duration.ofMillis(15));
    }

    @Test
    void keysCanBeGivenAndNoSecretIsPrinted() throws Exception {
        SigningKey key = WECHAT.keys().get(0);
        WeChatPayV3 given = new WeChatPayV3(
                "1900000109", "wx1", WECHAT.apiV3Key(), List.of(SigningKey.of(key.id(), key.privateKeyPem())));

        assertThat(verifies(given.notification(PAYMENT).sign(NOW, random))).isTrue();
        assertThat(given.toString()).contains("1900000109").doesNotContain(WECHAT.apiV3Key());
        assertThatThrownBy(() -> new WeChatPayV3("1900000109", "wx1", "short", given.keys()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("short");
        assertThatThrownBy(() -> SigningKey.of("k", "AAAA")).isInstanceOf(IllegalArgumentException.class);
    }

    private static boolean verifies(SignedRequest request) throws GeneralSecurityException {
        SigningKey named = WECHAT.keys().stream()
                .filter(key -> key.id().equals(header(request, "Wechatpay-Serial")))
                .findFirst()
                .orElseThrow();
        String base64 = named.publicKeyPem()
                .replace("-----BEGIN PUBLIC KEY-----\n", "")
                .replace("-----END PUBLIC KEY-----\n", "");
        byte[] der = Base64.getMimeDecoder().decode(base64);
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initVerify(KeyFactory.getInstance("RSA").generatePublic(new X509EncodedKeySpec(der)));
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        text.writeBytes(header(request, "Wechatpay-Timestamp").getBytes(UTF_8));
        text.write(0x0A);
        text.writeBytes(header(request, "Wechatpay-Nonce").getBytes(UTF_8));
        text.write(0x0A);
        text.writeBytes(request.body());
        text.write(0x0A);
        signature.update(text.toByteArray());
        String value = header(request, "Wechatpay-Signature");
        return !value.startsWith("WECHATPAY/SIGNTEST/")
                && signature.verify(Base64.getDecoder().decode(value));
    }

    private static String decrypt(SignedRequest request) throws GeneralSecurityException {
        String body = body(request);
        Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
        cipher.init(
                Cipher.DECRYPT_MODE,
                new SecretKeySpec(WECHAT.apiV3Key().getBytes(UTF_8), "AES"),
                new GCMParameterSpec(128, field(body, "nonce").getBytes(UTF_8)));
        if (body.contains("\"associated_data\"")) {
            cipher.updateAAD(field(body, "associated_data").getBytes(UTF_8));
        }
        return new String(cipher.doFinal(Base64.getDecoder().decode(field(body, "ciphertext"))), UTF_8);
    }

    private static String header(SignedRequest request, String name) {
        List<String> values = request.headers().getOrDefault(name, List.of());
        assertThat(values).as(name).hasSize(1);
        return values.get(0);
    }

    private static String body(SignedRequest request) {
        return new String(request.body(), UTF_8);
    }

    private static String field(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        assertThat(matcher.find()).as(name).isTrue();
        return matcher.group(1).replace("\\/", "/");
    }
}
