package dev.payonce.channel.wechatv2;

import dev.payonce.Body;
import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.channel.ChannelProperties;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A notification as WeChat Pay's APIv2 would send it, bent as a test needs it. */
public final class WeChatV2Notification {
    public static final String MERCHANT_ID = "1900000109";
    public static final String APP_ID = "wx8888888888888888";
    public static final String API_KEY = "0123456789abcdefghijklmnopqrstuv";
    public static final String OTHER_KEY = "vutsrqponmlkjihgfedcba9876543210";
    public static final Instant NOW = Instant.parse("2026-12-01T03:04:05Z");

    private final Map<String, String> fields = new LinkedHashMap<>();
    private String apiKey = API_KEY;
    private String algorithm = "HMAC-SHA256";
    private UnaryOperator<String> afterSigning = UnaryOperator.identity();

    private WeChatV2Notification() {
        fields.put("appid", APP_ID);
        fields.put("attach", "支付测试 & <b> ]] = %");
        fields.put("bank_type", "CFT");
        fields.put("cash_fee", "8900");
        fields.put("coupon_count", "1");
        fields.put("coupon_fee", "1000");
        fields.put("coupon_fee_0", "1000");
        fields.put("coupon_id_0", "2000000000000000001");
        fields.put("fee_type", "CNY");
        fields.put("is_subscribe", "Y");
        fields.put("mch_id", MERCHANT_ID);
        fields.put("nonce_str", "5d2b6c2a8db53831f7eda20af46e531c");
        fields.put("openid", "oUpF8uMEb4qRXf22hE3X68TekukE");
        fields.put("out_trade_no", "ORD1");
        fields.put("result_code", "SUCCESS");
        fields.put("return_code", "SUCCESS");
        fields.put("settlement_total_fee", "9900");
        fields.put("time_end", "20261201110400");
        fields.put("total_fee", "9900");
        fields.put("trade_type", "JSAPI");
        fields.put("transaction_id", "4200000000202612010000000001");
    }

    public static WeChatV2Notification aSignedNotification() {
        return new WeChatV2Notification();
    }

    /** The channel that expects it, with the key that signs it. */
    public static Channel channel() {
        return channel(Map.of());
    }

    static Channel channel(Map<String, List<String>> changes) {
        return new WeChatPayV2Type().create(new ChannelProperties("wx2", properties(changes), List.of()), NOW);
    }

    static Map<String, List<String>> properties(Map<String, List<String>> changes) {
        Map<String, List<String>> values = new HashMap<>(Map.of(
                "merchant-id", List.of(MERCHANT_ID),
                "app-id", List.of(APP_ID),
                "secrets", List.of(API_KEY)));
        values.putAll(changes);
        return values;
    }

    static Channel md5Channel() {
        return channel(Map.of("sign-types", List.of("MD5", "HMAC-SHA256")));
    }

    WeChatV2Notification field(String name, String value) {
        fields.put(name, value);
        return this;
    }

    WeChatV2Notification without(String name) {
        var unused = fields.remove(name);
        return this;
    }

    WeChatV2Notification signedWith(String kind) {
        algorithm = kind;
        return this;
    }

    WeChatV2Notification signedBy(String key) {
        apiKey = key;
        return this;
    }

    WeChatV2Notification tamperedAfterSigning(UnaryOperator<String> change) {
        UnaryOperator<String> before = afterSigning;
        afterSigning = xml -> change.apply(before.apply(xml));
        return this;
    }

    String sign() {
        String text = new TreeMap<>(fields)
                .entrySet().stream()
                        .filter(field -> !field.getValue().isEmpty())
                        .map(field -> field.getKey() + "=" + field.getValue())
                        .collect(Collectors.joining("&"));
        return sign(algorithm, text, apiKey);
    }

    /** The signature of a text, as the platform's documentation says. */
    static String sign(String algorithm, String text, String key) {
        try {
            byte[] bytes = (text + "&key=" + key).getBytes(StandardCharsets.UTF_8);
            if (algorithm.equals("MD5")) {
                return hex(MessageDigest.getInstance("MD5").digest(bytes));
            }
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return hex(mac.doFinal(bytes));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String hex(byte[] bytes) {
        return HexFormat.of().withUpperCase().formatHex(bytes);
    }

    String xml() {
        StringBuilder xml = new StringBuilder("<xml>");
        fields.forEach((name, value) -> xml.append(element(name, value)));
        return afterSigning.apply(
                xml.append(element("sign", sign())).append("</xml>").toString());
    }

    static String element(String name, String value) {
        return "<" + name + "><![CDATA[" + value + "]]></" + name + ">";
    }

    Delivery deliver() {
        return delivery(xml());
    }

    static Delivery delivery(String body) {
        return delivery(body.getBytes(StandardCharsets.UTF_8));
    }

    static Delivery delivery(byte[] body) {
        Map<String, List<String>> headers = Map.of("Content-Type", List.of("text/xml"));
        return new Delivery("POST", "/notify/wx2", headers, "sign=1", Body.of(body), NOW);
    }

    /** A refund message, which has no signature (channels.md 2.5). */
    static String refund(String content, String key) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(key.getBytes(StandardCharsets.UTF_8));
            Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
            byte[] aesKey = HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII);
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(aesKey, "AES"));
            byte[] encrypted = cipher.doFinal(content.getBytes(StandardCharsets.UTF_8));
            return "<xml><return_code>SUCCESS</return_code>" + element("appid", APP_ID) + element("mch_id", MERCHANT_ID)
                    + element("nonce_str", "TeqClE3i0mvn3DrK")
                    + element("req_info", Base64.getEncoder().encodeToString(encrypted)) + "</xml>";
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
