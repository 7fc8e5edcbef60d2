package dev.payonce.channel.wechat;

import static dev.payonce.channel.wechat.WeChatNotification.NOW;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.Body;
import dev.payonce.Delivery;
import dev.payonce.Refusal;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.ChannelProperties.KeyEntry;
import dev.payonce.channel.Expect;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.RsaSignature;
import dev.payonce.channel.StrictJson;
import dev.payonce.channel.Vectors;
import dev.payonce.channel.VerificationKey;
import dev.payonce.channel.VerificationKeys;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** What others signed, encrypted and sent. */
class WeChatPayV3VectorsTest {
    private static final Instant WHEN_VALID = Instant.parse("2024-01-01T00:00:00Z");
    private static final Pattern CASE = Pattern.compile("\\{[^{}]*\\}");

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static VerificationKey key(String file) throws Exception {
        KeyEntry entry = new KeyEntry(null, Vectors.read("wechat-v3/" + file));
        ChannelProperties properties = new ChannelProperties("wx", Map.of(), List.of(entry));
        return VerificationKeys.load(properties, WHEN_VALID).all().get(0);
    }

    @Test
    void theSdksSignatureIsValidByTheRightKeyOnly() throws Exception {
        JsonObject vector = StrictJson.read(utf8(Vectors.read("wechat-v3/wechatpay-java_rsa.json")), "vector");
        byte[] signature = Base64.getDecoder().decode(vector.text("signature"));
        byte[] message = utf8(vector.text("message"));
        assertThat(RsaSignature.isValid(
                        key("wechatpay-java__merchant_certificate.pem").key(), signature, message))
                .isTrue();
        assertThat(RsaSignature.isValid(
                        key("wechatpay-java__wechat_pay_public_key.pem").key(), signature, message))
                .isFalse();
    }

    @Test
    void key02ACertificateBringsItsOwnSerial() throws Exception {
        assertThat(key("wechatpay-java__wechat_pay_certificate.pem").id())
                .isEqualTo("440024045C4A427599D09BB4E3DE0279F2E813FD");
    }

    @Test
    void theSdksEncryptedTextsOpenOrFailAsTheySay() throws Exception {
        Matcher cases = CASE.matcher(Vectors.read("wechat-v3/wechatpay-java_aead.json"));
        int count = 0;
        while (cases.find()) {
            JsonObject one = StrictJson.read(utf8(cases.group()), "vector");
            String resource =
                    "{\"algorithm\":\"AEAD_AES_256_GCM\",\"associated_data\":\"%s\",\"nonce\":\"%s\",\"ciphertext\":\"%s\"}"
                            .formatted(one.text("aad"), one.text("nonce"), one.text("ciphertext"));
            opens(resource, one);
            count++;
        }
        assertThat(count).isEqualTo(4);
    }

    private static void opens(String json, JsonObject expected) throws RefusedException {
        JsonObject resource = StrictJson.read(utf8(json), "vector");
        SecretKeySpec key = new SecretKeySpec(utf8(expected.text("key")), "AES");
        String whole = expected.optionalText("plaintext");
        String start = expected.optionalText("plaintextStartsWith");
        if (whole == null && start == null) {
            assertThatThrownBy(() -> EncryptedResource.decrypt(resource, key)).isInstanceOf(RefusedException.class);
            return;
        }
        String opened = new String(EncryptedResource.decrypt(resource, key), StandardCharsets.UTF_8);
        if (whole != null) {
            assertThat(opened).isEqualTo(whole);
        } else {
            assertThat(opened).startsWith(start);
        }
    }

    @Test
    void sec08TheRealProbeIsToldApart() throws Exception {
        JsonObject headers = StrictJson.read(utf8(Vectors.read("wechat-v3/signtest_real.json")), "vector")
                .object("headers");
        Map<String, List<String>> all = new HashMap<>();
        for (String name :
                List.of("Wechatpay-Signature", "Wechatpay-Timestamp", "Wechatpay-Nonce", "Wechatpay-Serial")) {
            all.put(name, List.of(headers.text(name)));
        }
        Instant then = Instant.ofEpochSecond(Long.parseLong(headers.text("Wechatpay-Timestamp")));
        Delivery probe = new Delivery("POST", "/notify/wx", all, null, Body.of(utf8("{}")), then);
        Expect.refused(WeChatNotification.channel(), probe, Refusal.PROBE);
        // Without its prefix what is left is an ordinary wrong signature.
        all.put("Wechatpay-Signature", List.of(Base64.getEncoder().encodeToString(new byte[256])));
        all.put("Wechatpay-Serial", List.of(WeChatNotification.KEY_ID));
        Expect.refused(
                WeChatNotification.channel(),
                new Delivery("POST", "/notify/wx", all, null, Body.of(utf8("{}")), then),
                Refusal.BAD_SIGNATURE);
    }

    @Test
    void theSdksSampleOfAnotherProductIsIgnored() throws Exception {
        String sample = Vectors.read("wechat-v3/wechatpay-java__wechat_pay_notification.json")
                .strip();
        // It holds a resource only; its key is not known. Signed here, it is genuine and not a payment.
        Expect.ignored(
                WeChatNotification.channel(),
                WeChatNotification.aSignedNotification()
                        .receivedAt(NOW)
                        .deliver(utf8("{\"event_type\":\"TRANSACTION.SUCCESS\"," + sample.substring(1))));
    }
}
