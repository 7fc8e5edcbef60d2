package dev.payonce.spring;

import dev.payonce.Body;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Notifications signed with the JDK alone, as the platforms sign theirs, and the configuration that accepts them. */
final class SignedCallbacks {
    static final String API_V3_KEY = "0123456789abcdef0123456789ABCDEF";
    static final String KEY_ID = "PUB_KEY_ID_0119000001092024010100000001";

    private static final KeyPair PLATFORM = rsa();

    private SignedCallbacks() {}

    /** One request's headers and body. */
    record Signed(Map<String, String> headers, Body body) {
        Signed(Map<String, String> headers, byte[] bytes) {
            this(headers, Body.of(bytes));
        }

        byte[] bytes() {
            return body.bytes();
        }

        Signed with(String header, String value) {
            Map<String, String> all = new LinkedHashMap<>(headers);
            all.put(header, value);
            return new Signed(all, body);
        }

        Signed tampered() {
            byte[] other = bytes().clone();
            other[other.length / 2] ^= 1;
            return new Signed(headers, other);
        }
    }

    /** The settings of the channels {@code wx} and {@code ali}. */
    static Map<String, String> settings() {
        Map<String, String> settings = new LinkedHashMap<>();
        settings.put("payonce.channels.wx.type", "wechat-v3");
        settings.put("payonce.channels.wx.merchant-id", "1900000109");
        settings.put("payonce.channels.wx.app-id", "wx8888888888888888");
        settings.put("payonce.channels.wx.api-v3-key", API_V3_KEY);
        settings.put("payonce.channels.wx.verification-keys[0].id", KEY_ID);
        settings.put("payonce.channels.wx.verification-keys[0].pem", pem());
        settings.put("payonce.channels.ali.type", "alipay");
        settings.put("payonce.channels.ali.app-id", "2021000000000000");
        settings.put("payonce.channels.ali.seller-id", "2088000000000000");
        settings.put("payonce.channels.ali.verification-keys[0].pem", base64());
        return settings;
    }

    static String pem() {
        return "-----BEGIN PUBLIC KEY-----\n" + base64() + "\n-----END PUBLIC KEY-----\n";
    }

    static String base64() {
        return Base64.getEncoder().encodeToString(PLATFORM.getPublic().getEncoded());
    }

    static Signed weChat(String orderNo, String transactionId, long fen) {
        String payment = "{\"mchid\":\"1900000109\",\"appid\":\"wx8888888888888888\",\"out_trade_no\":\"" + orderNo
                + "\",\"transaction_id\":\"" + transactionId + "\",\"trade_state\":\"SUCCESS\",\"success_time\":"
                + "\"2026-12-01T11:04:00+08:00\",\"payer\":{\"openid\":\"o1\"},\"amount\":{\"total\":" + fen
                + ",\"payer_total\":" + fen + ",\"currency\":\"CNY\",\"payer_currency\":\"CNY\"}}";
        return weChat(transactionId, payment);
    }

    /** One order of a combined payment. */
    static String subOrder(String orderNo, String transactionId, long fen) {
        return "{\"mchid\":\"1900000109\",\"out_trade_no\":\"" + orderNo + "\",\"transaction_id\":\"" + transactionId
                + "\",\"trade_state\":\"SUCCESS\",\"amount\":{\"total_amount\":" + fen + ",\"currency\":\"CNY\"}}";
    }

    static Signed weChatCombined(String id, String... subOrders) {
        return weChat(
                id,
                "{\"combine_mchid\":\"1900000109\",\"combine_appid\":\"wx8888888888888888\",\"combine_out_trade_no\":\""
                        + id + "\",\"sub_orders\":[" + String.join(",", subOrders) + "]}");
    }

    private static Signed weChat(String id, String payment) {
        String body = "{\"id\":\"EV-" + id + "\",\"create_time\":\"2026-12-01T11:04:01+08:00\","
                + "\"resource_type\":\"encrypt-resource\",\"event_type\":\"TRANSACTION.SUCCESS\",\"summary\":\"支付成功\","
                + "\"resource\":{\"original_type\":\"transaction\",\"algorithm\":\"AEAD_AES_256_GCM\",\"ciphertext\":\""
                + encrypt(payment) + "\",\"associated_data\":\"transaction\",\"nonce\":\"fdasflkja484\"}}";
        String timestamp = String.valueOf(Instant.now().getEpochSecond());
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put("Content-Type", "application/json");
        headers.put("Wechatpay-Timestamp", timestamp);
        headers.put("Wechatpay-Nonce", "5K8264ILTKCH16CQ2502SI8ZNMTM67VS");
        headers.put("Wechatpay-Serial", KEY_ID);
        headers.put("Wechatpay-Signature", sign(timestamp + "\n5K8264ILTKCH16CQ2502SI8ZNMTM67VS\n" + body + "\n"));
        return new Signed(headers, body.getBytes(StandardCharsets.UTF_8));
    }

    static Signed alipay(String orderNo, String tradeNo, String yuan) {
        Map<String, String> fields = new TreeMap<>();
        fields.put("app_id", "2021000000000000");
        fields.put("seller_id", "2088000000000000");
        fields.put("notify_id", "n" + tradeNo);
        fields.put("notify_type", "trade_status_sync");
        fields.put("notify_time", "2026-12-01 11:04:05");
        fields.put("charset", "utf-8");
        fields.put("version", "1.0");
        fields.put("out_trade_no", orderNo);
        fields.put("trade_no", tradeNo);
        fields.put("trade_status", "TRADE_SUCCESS");
        fields.put("total_amount", yuan);
        fields.put("subject", "测试");
        String text = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + field.getValue())
                .collect(Collectors.joining("&"));
        fields.put("sign", sign(text));
        fields.put("sign_type", "RSA2");
        String body = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return new Signed(
                Map.of("Content-Type", "application/x-www-form-urlencoded; charset=utf-8"),
                body.getBytes(StandardCharsets.UTF_8));
    }

    private static String encrypt(String plaintext) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            cipher.init(
                    Cipher.ENCRYPT_MODE,
                    new SecretKeySpec(API_V3_KEY.getBytes(StandardCharsets.US_ASCII), "AES"),
                    new GCMParameterSpec(128, "fdasflkja484".getBytes(StandardCharsets.US_ASCII)));
            cipher.updateAAD("transaction".getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(cipher.doFinal(plaintext.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String sign(String text) {
        try {
            Signature signature = Signature.getInstance("SHA256withRSA");
            signature.initSign(PLATFORM.getPrivate());
            signature.update(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(signature.sign());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static KeyPair rsa() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(2048);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
