package dev.payonce.simulator.wechatv2;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.simulator.Answer;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.SimulatedPayment;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Judged by channels.md 2 on bytes, with the JDK alone: nothing here calls the code that builds the messages. */
class WeChatPayV2Test {
    private static final WeChatPayV2 WECHAT =
            new WeChatPayV2("1900000109", "wx8888888888888888", "0123456789abcdefghijklmnopqrstuv", "HMAC-SHA256");
    private static final Instant NOW = Instant.parse("2026-12-01T18:00:05Z");
    private static final SimulatedPayment PAYMENT = new SimulatedPayment(
            "4200000000202612010000000001", "P20261201", 9905, "CNY", Instant.parse("2026-12-01T15:59:58Z"));
    private static final Pattern ELEMENT = Pattern.compile("<(\\w+)><!\\[CDATA\\[(.*?)]]></\\1>");

    private final Random random = new Random(7);

    private Map<String, String> fields(WeChatPayV2 account, WeChatV2Event event, Set<Forgery> forgeries) {
        byte[] body = account.notification(PAYMENT, event, random)
                .sign(forgeries, NOW, random)
                .body();
        return parse(new String(body, UTF_8));
    }

    private static Map<String, String> parse(String xml) {
        Map<String, String> fields = new TreeMap<>();
        Matcher matcher = ELEMENT.matcher(xml);
        while (matcher.find()) {
            assertThat(fields.put(matcher.group(1), matcher.group(2))).isNull();
        }
        return fields;
    }

    private static boolean verifies(Map<String, String> fields, String algorithm) throws Exception {
        StringBuilder text = new StringBuilder();
        fields.forEach((name, value) -> {
            if (!name.equals("sign") && !value.isEmpty()) {
                text.append(name).append('=').append(value).append('&');
            }
        });
        byte[] bytes = text.append("key=").append(WECHAT.apiKey()).toString().getBytes(UTF_8);
        byte[] expected;
        if (algorithm.equals("MD5")) {
            expected = MessageDigest.getInstance("MD5").digest(bytes);
        } else {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(WECHAT.apiKey().getBytes(UTF_8), "HmacSHA256"));
            expected = mac.doFinal(bytes);
        }
        return HexFormat.of().withUpperCase().formatHex(expected).equals(fields.get("sign"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"HMAC-SHA256", "MD5"})
    void genuineNotificationsVerify(String algorithm) throws Exception {
        Map<String, String> fields = fields(WECHAT.withSignType(algorithm), WeChatV2Event.paid(), Set.of());

        assertThat(verifies(fields, algorithm)).isTrue();
        assertThat(fields)
                .containsEntry("appid", "wx8888888888888888")
                .containsEntry("mch_id", "1900000109")
                .containsEntry("return_code", "SUCCESS")
                .containsEntry("result_code", "SUCCESS")
                .containsEntry("transaction_id", "4200000000202612010000000001")
                .containsEntry("out_trade_no", "P20261201")
                .containsEntry("total_fee", "9905")
                .containsEntry("cash_fee", "8915")
                .containsEntry("time_end", "20261201235958")
                .containsEntry("device_info", "");
    }

    @Test
    void attemptsDifferInNonceAndSignatureOnly() throws Exception {
        Map<String, String> first = fields(WECHAT, WeChatV2Event.paid(), Set.of());
        Map<String, String> second = fields(WECHAT, WeChatV2Event.paid(), Set.of());

        assertThat(first.keySet().stream()
                        .filter(name -> !String.valueOf(first.get(name)).equals(second.get(name))))
                .containsExactly("nonce_str", "sign");
        assertThat(verifies(second, "HMAC-SHA256")).isTrue();
    }

    @Test
    void failuresAreSigned() throws Exception {
        Map<String, String> fields = fields(WECHAT, WeChatV2Event.failed(), Set.of());

        assertThat(fields).containsEntry("result_code", "FAIL");
        assertThat(verifies(fields, "HMAC-SHA256")).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = Forgery.class,
            names = {"TAMPERED_BODY", "WRONG_SIGNATURE", "WEAK_ALGORITHM", "MISSING_SIGNATURE", "EMPTY_SIGNATURE"})
    void forgeriesDoNotVerify(Forgery forgery) throws Exception {
        assertThat(verifies(fields(WECHAT, WeChatV2Event.paid(), Set.of(forgery)), "HMAC-SHA256"))
                .isFalse();
    }

    @Test
    void weakAlgorithmIsGenuineMd5AndOtherReceiversAreSigned() throws Exception {
        assertThat(verifies(fields(WECHAT, WeChatV2Event.paid(), Set.of(Forgery.WEAK_ALGORITHM)), "MD5"))
                .isTrue();
        Map<String, String> merchant = fields(WECHAT, WeChatV2Event.paid(), Set.of(Forgery.OTHER_MERCHANT));
        Map<String, String> app = fields(WECHAT, WeChatV2Event.paid(), Set.of(Forgery.OTHER_APP));
        assertThat(merchant).containsEntry("mch_id", "19000001099");
        assertThat(app).containsEntry("appid", "wx88888888888888889");
        assertThat(verifies(merchant, "HMAC-SHA256")).isTrue();
        assertThat(verifies(app, "HMAC-SHA256")).isTrue();
    }

    @Test
    void refundsAreEncryptedAndNotSigned() throws Exception {
        Map<String, String> fields = fields(WECHAT, WeChatV2Event.refunded(), Set.of());

        assertThat(fields).doesNotContainKeys("sign", "total_fee", "transaction_id");
        assertThat(decrypt(fields)).startsWith("<root>").contains("<refund_fee><![CDATA[9905]]></refund_fee>");
        for (Forgery forgery : Set.of(Forgery.TAMPERED_BODY, Forgery.WRONG_SIGNATURE, Forgery.WEAK_ALGORITHM)) {
            Map<String, String> forged = fields(WECHAT, WeChatV2Event.refunded(), Set.of(forgery));
            assertThatThrownBy(() -> decrypt(forged)).hasMessageContaining("padded");
        }
    }

    private static String decrypt(Map<String, String> fields) throws Exception {
        byte[] digest = MessageDigest.getInstance("MD5").digest(WECHAT.apiKey().getBytes(UTF_8));
        Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
        cipher.init(
                Cipher.DECRYPT_MODE,
                new SecretKeySpec(HexFormat.of().formatHex(digest).getBytes(UTF_8), "AES"));
        return new String(cipher.doFinal(Base64.getDecoder().decode(fields.get("req_info"))), UTF_8);
    }

    @Test
    void onlyTheOneLineXmlAcknowledges() {
        String success =
                "<xml><return_code><![CDATA[SUCCESS]]></return_code><return_msg><![CDATA[OK]]></return_msg></xml>";
        assertThat(Stream.of(
                                success,
                                success.replace("SUCCESS", "FAIL"),
                                success + "\n",
                                success.replace("><r", ">\n<r"),
                                "\uFEFF" + success,
                                "{\"code\":\"SUCCESS\"}",
                                "success",
                                "")
                        .filter(body -> WECHAT.acknowledged(new Answer(200, Map.of(), body))))
                .containsExactly(success);
        assertThat(WECHAT.acknowledged(new Answer(201, Map.of(), success))).isFalse();
    }

    @Test
    void scheduleIsTheDocumentedOne() {
        assertThat(WECHAT.schedule().pauses()).hasSize(15);
        assertThat(WECHAT.schedule().total()).isEqualTo(Duration.ofHours(24).plusMinutes(4));
    }

    @Test
    void impossibleThingsAreRefusedAndNoSecretIsShown() {
        var notification = WECHAT.notification(PAYMENT, random);
        assertThatThrownBy(() -> notification.sign(Set.of(Forgery.STALE), NOW, random))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> WECHAT.withSignType("SHA1")).isInstanceOf(IllegalArgumentException.class);
        assertThat(WECHAT.toString()).doesNotContain(WECHAT.apiKey());
        assertThat(WeChatPayV2.generate("1", "2").apiKey()).hasSize(32);
    }
}
