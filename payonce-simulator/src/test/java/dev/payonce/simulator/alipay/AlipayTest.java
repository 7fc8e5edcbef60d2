package dev.payonce.simulator.alipay;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.simulator.Answer;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SimulatedPayment;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Judged by channels.md 3 on bytes, with the JDK alone: nothing here calls the code that builds the messages. */
class AlipayTest {
    private static final Alipay ALIPAY = Alipay.generate("2021000000000000", "2088000000000000");
    private static final Instant NOW = Instant.parse("2026-12-01T18:00:05Z");
    private static final Instant PAID = Instant.parse("2026-12-01T15:59:58Z");
    private static final SimulatedPayment PAYMENT =
            new SimulatedPayment("2026120122001400000000000001", "P 20261201+0001", 9905, "CNY", PAID);

    private final Random random = new Random(7);

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "GBK"})
    void signatureVerifiesOverTheDecodedBytes(String charset) throws Exception {
        SignedRequest request = ALIPAY.withCharset(Charset.forName(charset))
                .notification(PAYMENT, random)
                .sign(NOW, random);
        Map<String, byte[]> fields = decode(request.body());

        assertThat(verifies(fields, "SHA256withRSA")).isTrue();
        assertThat(text(fields, "charset")).isEqualToIgnoringCase(charset);
        assertThat(new String(fields.get("subject"), Charset.forName(charset))).startsWith("测试商品 100% A+B &");
        assertThat(request.headers().get("Content-Type"))
                .containsExactly("application/x-www-form-urlencoded; charset=" + text(fields, "charset"));
    }

    @Test
    void bodyIsPlainAsciiWithoutARawPlusInTheSignature() {
        SignedRequest request = ALIPAY.notification(PAYMENT, random).sign(NOW, random);
        String body = new String(request.body(), ISO_8859_1);

        assertThat(US_ASCII.newEncoder().canEncode(body)).isTrue();
        String sign = body.replaceAll(".*(^|&)sign=([^&]*).*", "$2");
        assertThat(sign).matches("[A-Za-z0-9%]+").doesNotContain("+", "/", "=");
    }

    @Test
    void fieldsAreTheDocumentedOnes() {
        Map<String, byte[]> fields =
                decode(ALIPAY.notification(PAYMENT, random).sign(NOW, random).body());

        assertThat(text(fields, "notify_type")).isEqualTo("trade_status_sync");
        assertThat(text(fields, "app_id")).isEqualTo("2021000000000000");
        assertThat(text(fields, "seller_id")).isEqualTo("2088000000000000");
        assertThat(text(fields, "trade_no")).isEqualTo("2026120122001400000000000001");
        assertThat(text(fields, "out_trade_no")).isEqualTo("P 20261201+0001");
        assertThat(text(fields, "total_amount")).isEqualTo("99.05");
        assertThat(text(fields, "receipt_amount")).isEqualTo("89.15");
        assertThat(text(fields, "trade_status")).isEqualTo("TRADE_SUCCESS");
        assertThat(text(fields, "sign_type")).isEqualTo("RSA2");
        assertThat(text(fields, "gmt_payment")).isEqualTo("2026-12-01 23:59:58");
        assertThat(text(fields, "notify_time")).isEqualTo("2026-12-02 02:00:05");
        assertThat(fields).doesNotContainKeys("gmt_refund", "refund_fee", "gmt_close");
    }

    @Test
    void attemptsDifferInTimeAndSignatureOnly() throws Exception {
        var notification = ALIPAY.notification(PAYMENT, random);
        Map<String, byte[]> first = decode(notification.sign(NOW, random).body());
        Map<String, byte[]> second =
                decode(notification.sign(NOW.plusSeconds(240), random).body());

        assertThat(second.keySet()).isEqualTo(first.keySet());
        assertThat(first.keySet().stream().filter(name -> !text(first, name).equals(text(second, name))))
                .containsExactly("notify_time", "sign");
        assertThat(verifies(second, "SHA256withRSA")).isTrue();
        assertThat(text(
                        decode(ALIPAY.notification(PAYMENT, random)
                                .sign(NOW, random)
                                .body()),
                        "notify_id"))
                .isNotEqualTo(text(first, "notify_id"));
    }

    @Test
    void partialRefundIsTradeSuccessAgainWithRefundFields() throws Exception {
        AlipayEvent event = AlipayEvent.partlyRefunded(new AlipayEvent.Refund(105, "R1", PAID.plusSeconds(3600)));
        Map<String, byte[]> fields = decode(
                ALIPAY.notification(PAYMENT, event, random).sign(NOW, random).body());

        assertThat(text(fields, "trade_status")).isEqualTo("TRADE_SUCCESS");
        assertThat(text(fields, "refund_fee")).isEqualTo("1.05");
        assertThat(text(fields, "gmt_refund")).isEqualTo("2026-12-02 00:59:58");
        assertThat(text(fields, "out_biz_no")).isEqualTo("R1");
        assertThat(text(fields, "total_amount")).isEqualTo("99.05");
        assertThat(verifies(fields, "SHA256withRSA")).isTrue();
    }

    @Test
    void otherStatesHaveTheirOwnTimes() {
        assertThat(fieldsOf(AlipayEvent.waiting())).doesNotContainKeys("gmt_payment", "gmt_close");
        assertThat(fieldsOf(AlipayEvent.finished())).containsKey("gmt_payment").doesNotContainKey("gmt_close");
        assertThat(fieldsOf(AlipayEvent.closedUnpaid()))
                .containsKey("gmt_close")
                .doesNotContainKeys("gmt_payment", "gmt_refund");
        assertThat(fieldsOf(AlipayEvent.refunded(new AlipayEvent.Refund(9905, "R2", PAID))))
                .containsKeys("gmt_payment", "gmt_refund", "gmt_close");
    }

    @ParameterizedTest
    @EnumSource(
            value = Forgery.class,
            names = {"TAMPERED_BODY", "WRONG_SIGNATURE", "WEAK_ALGORITHM"})
    void forgeriesDoNotVerify(Forgery forgery) throws Exception {
        Map<String, byte[]> fields = forged(forgery);

        assertThat(verifies(fields, "SHA256withRSA")).isFalse();
    }

    @Test
    void weakAlgorithmIsGenuineSha1() throws Exception {
        Map<String, byte[]> fields = forged(Forgery.WEAK_ALGORITHM);

        assertThat(text(fields, "sign_type")).isEqualTo("RSA");
        assertThat(verifies(fields, "SHA1withRSA")).isTrue();
    }

    @Test
    void signatureIsMissingOrEmpty() {
        assertThat(forged(Forgery.MISSING_SIGNATURE)).doesNotContainKey("sign").containsKey("trade_no");
        assertThat(forged(Forgery.EMPTY_SIGNATURE).get("sign")).isEmpty();
    }

    @Test
    void otherReceiversAreProperlySigned() throws Exception {
        Map<String, byte[]> seller = forged(Forgery.OTHER_MERCHANT);
        Map<String, byte[]> app = forged(Forgery.OTHER_APP);

        assertThat(text(seller, "seller_id")).isEqualTo("20880000000000009");
        assertThat(text(seller, "app_id")).isEqualTo("2021000000000000");
        assertThat(text(app, "app_id")).isEqualTo("20210000000000009");
        assertThat(verifies(seller, "SHA256withRSA")).isTrue();
        assertThat(verifies(app, "SHA256withRSA")).isTrue();
    }

    @Test
    void forgeriesOfOtherPlatformsAreRefused() {
        var notification = ALIPAY.notification(PAYMENT, random);

        assertThatThrownBy(() -> notification.sign(Set.of(Forgery.STALE), NOW, random))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void onlyExactlySuccessAcknowledges() {
        assertThat(Stream.of("success", "SUCCESS", "success\n", " success", "\uFEFFsuccess", "fail", "failure", "")
                        .filter(body -> ALIPAY.acknowledged(new Answer(200, Map.of(), body))))
                .containsExactly("success");
        assertThat(ALIPAY.acknowledged(new Answer(201, Map.of(), "success"))).isFalse();
    }

    /** channels.md 0.3: 4m/10m/10m/1h/2h/6h/15h, 8 sends in 25 h. */
    @Test
    void scheduleIsTheDocumentedOne() {
        assertThat(ALIPAY.schedule().pauses())
                .extracting(Duration::toMinutes)
                .containsExactly(4L, 10L, 10L, 60L, 120L, 360L, 900L);
    }

    @Test
    void otherCurrenciesAreRefused() {
        SimulatedPayment dollars = new SimulatedPayment("t", "o", 1, "USD", PAID);

        assertThatThrownBy(() -> ALIPAY.notification(dollars)).isInstanceOf(IllegalArgumentException.class);
    }

    private Map<String, byte[]> fieldsOf(AlipayEvent event) {
        return decode(
                ALIPAY.notification(PAYMENT, event, random).sign(NOW, random).body());
    }

    private Map<String, byte[]> forged(Forgery forgery) {
        return decode(ALIPAY.notification(PAYMENT, random)
                .sign(Set.of(forgery), NOW, random)
                .body());
    }

    /** Percent-decodes to bytes, by hand. */
    private static Map<String, byte[]> decode(byte[] body) {
        Map<String, byte[]> fields = new TreeMap<>();
        for (String pair : new String(body, US_ASCII).split("&", -1)) {
            int equals = pair.indexOf('=');
            byte[] previous = fields.put(pair.substring(0, equals), decode(pair.substring(equals + 1)));
            assertThat(previous).isNull();
        }
        return fields;
    }

    private static byte[] decode(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '%') {
                bytes.write(Integer.parseInt(text.substring(i + 1, i + 3), 16));
                i += 2;
            } else {
                bytes.write(c == '+' ? ' ' : c);
            }
        }
        return bytes.toByteArray();
    }

    /** Sorted, joined and verified as bytes, as channels.md 3.2 advises. */
    private static boolean verifies(Map<String, byte[]> fields, String algorithm) throws GeneralSecurityException {
        Signature signature = Signature.getInstance(algorithm);
        signature.initVerify(ALIPAY.key().publicKey());
        String separator = "";
        for (var field : fields.entrySet()) {
            String name = field.getKey();
            if (!name.equals("sign") && !name.equals("sign_type") && field.getValue().length > 0) {
                signature.update((separator + name + "=").getBytes(UTF_8));
                signature.update(field.getValue());
                separator = "&";
            }
        }
        return signature.verify(Base64.getDecoder().decode(fields.get("sign")));
    }

    private static String text(Map<String, byte[]> fields, String name) {
        assertThat(fields).containsKey(name);
        return new String(fields.get(name), UTF_8);
    }
}
