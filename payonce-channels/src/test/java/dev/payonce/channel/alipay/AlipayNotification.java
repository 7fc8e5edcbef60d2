package dev.payonce.channel.alipay;

import dev.payonce.Body;
import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.ChannelProperties.KeyEntry;
import dev.payonce.channel.TestKeys;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** A notification as Alipay would send it, bent as a test needs it. */
public final class AlipayNotification {
    public static final String APP_ID = "2021000000000000";
    public static final String SELLER_ID = "2088000000000000";
    public static final Instant NOW = Instant.parse("2026-12-01T03:04:05Z");

    private final Map<String, String> fields = new LinkedHashMap<>();
    private final Map<String, String> unsigned = new LinkedHashMap<>();
    private Charset charset = StandardCharsets.UTF_8;
    private KeyPair signer = TestKeys.PLATFORM;
    private String algorithm = "SHA256withRSA";
    private boolean emptyValuesSigned;
    private Instant receivedAt = NOW;
    private UnaryOperator<String> afterSigning = UnaryOperator.identity();

    private AlipayNotification() {
        fields.put("gmt_create", "2026-12-01 11:03:55");
        fields.put("charset", "utf-8");
        fields.put("gmt_payment", "2026-12-01 11:04:00");
        fields.put("notify_time", "2026-12-01 11:04:01");
        fields.put("notify_type", "trade_status_sync");
        fields.put("notify_id", "2026120100222110401000000000000001");
        fields.put("app_id", APP_ID);
        fields.put("auth_app_id", APP_ID);
        fields.put("seller_id", SELLER_ID);
        fields.put("buyer_id", "2088111111111111");
        fields.put("subject", "测试 & = + %");
        fields.put("trade_no", "2026120122001400000000000001");
        fields.put("out_trade_no", "ORD1");
        fields.put("trade_status", "TRADE_SUCCESS");
        fields.put("total_amount", "99.00");
        fields.put("receipt_amount", "90.00");
        fields.put("fund_bill_list", "[{\"amount\":\"99.00\",\"fundChannel\":\"ALIPAYACCOUNT\"}]");
        fields.put("version", "1.0");
        unsigned.put("sign_type", "RSA2");
    }

    public static AlipayNotification aSignedNotification() {
        return new AlipayNotification();
    }

    /** The channel that expects it, with the key that signs it. */
    public static Channel channel() {
        return channel(new KeyEntry(null, TestKeys.base64(TestKeys.PLATFORM.getPublic())));
    }

    public static Channel channel(KeyEntry... keys) {
        return new AlipayType().create(properties(keys), NOW);
    }

    static ChannelProperties properties(KeyEntry... keys) {
        return new ChannelProperties(
                "ali", Map.of("app-id", List.of(APP_ID), "seller-id", List.of(SELLER_ID)), List.of(keys));
    }

    AlipayNotification field(String name, String value) {
        fields.put(name, value);
        return this;
    }

    AlipayNotification without(String name) {
        var unused = fields.remove(name);
        return this;
    }

    AlipayNotification charset(String name) {
        charset = Charset.forName(name);
        return field("charset", name);
    }

    AlipayNotification signType(String name) {
        unsigned.put("sign_type", name);
        return this;
    }

    AlipayNotification withoutSignType() {
        unsigned.clear();
        return this;
    }

    AlipayNotification signedBy(KeyPair key) {
        signer = key;
        return this;
    }

    AlipayNotification signedWith(String jdkAlgorithm) {
        algorithm = jdkAlgorithm;
        return this;
    }

    AlipayNotification emptyValuesSigned() {
        emptyValuesSigned = true;
        return this;
    }

    AlipayNotification receivedAt(Instant instant) {
        receivedAt = instant;
        return this;
    }

    AlipayNotification tamperedAfterSigning(UnaryOperator<String> change) {
        afterSigning = change;
        return this;
    }

    Delivery deliver() {
        String signed = new TreeMap<>(fields)
                .entrySet().stream()
                        .filter(field -> emptyValuesSigned || !field.getValue().isEmpty())
                        .map(field -> field.getKey() + "=" + field.getValue())
                        .collect(Collectors.joining("&"));
        String sign = Base64.getEncoder().encodeToString(TestKeys.sign(algorithm, signer, signed.getBytes(charset)));
        Map<String, String> all = new LinkedHashMap<>(fields);
        all.putAll(unsigned);
        all.put("sign", sign);
        String body = all.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), charset))
                .collect(Collectors.joining("&"));
        return delivery(afterSigning.apply(body), receivedAt);
    }

    static Delivery delivery(String body, Instant receivedAt) {
        // Percent-encoded text is ASCII; a test that wants raw bytes writes them as ISO-8859-1 characters.
        return delivery(body.getBytes(StandardCharsets.ISO_8859_1), "anything=1", receivedAt);
    }

    static Delivery delivery(byte[] body, String query, Instant receivedAt) {
        Map<String, List<String>> headers =
                Map.of("Content-Type", List.of("application/x-www-form-urlencoded; charset=utf-8"));
        return new Delivery("POST", "/notify/ali", headers, query, Body.of(body), receivedAt);
    }
}
