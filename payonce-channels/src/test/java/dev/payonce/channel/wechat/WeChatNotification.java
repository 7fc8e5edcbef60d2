package dev.payonce.channel.wechat;

import dev.payonce.Body;
import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.channel.Bytes;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.ChannelProperties.KeyEntry;
import dev.payonce.channel.TestKeys;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** A callback as WeChat Pay would send it, bent as a test needs it. Member values are JSON text, quotes included. */
public final class WeChatNotification {
    public static final String MERCHANT_ID = "1900000109";
    public static final String SUB_MERCHANT_ID = "1900000111";
    public static final String APP_ID = "wx8888888888888888";
    public static final String API_V3_KEY = "0123456789abcdef0123456789ABCDEF";
    public static final String KEY_ID = "PUB_KEY_ID_0119000001092024010100000001";
    public static final Instant NOW = Instant.parse("2026-12-01T03:04:05Z");

    private final Map<String, String> payment = new LinkedHashMap<>();
    private final Map<String, String> resource = new LinkedHashMap<>();
    private final Map<String, String> envelope = new LinkedHashMap<>();
    private final Map<String, List<String>> headers = new LinkedHashMap<>();
    private @Nullable String associatedData = "transaction";
    private String apiV3Key = API_V3_KEY;
    private KeyPair signer = TestKeys.PLATFORM;
    private String timestamp = String.valueOf(NOW.getEpochSecond());
    private String nonce = "5K8264ILTKCH16CQ2502SI8ZNMTM67VS";
    private String serial = KEY_ID;
    private Instant receivedAt = NOW;
    private UnaryOperator<String> beforeSigning = UnaryOperator.identity();
    private UnaryOperator<byte[]> afterSigning = UnaryOperator.identity();

    private WeChatNotification() {
        payment.put("mchid", "\"" + MERCHANT_ID + "\"");
        payment.put("appid", "\"" + APP_ID + "\"");
        payment.put("out_trade_no", "\"ORD1\"");
        payment.put("transaction_id", "\"4200001234202612010000000001\"");
        payment.put("trade_state", "\"SUCCESS\"");
        payment.put("success_time", "\"2026-12-01T11:04:00+08:00\"");
        payment.put("payer", "{\"openid\":\"oUpF8uMuAJO_M2pxb1Q9zNjWeS6o\"}");
        payment.put("amount", "{\"total\":9900,\"payer_total\":9000,\"currency\":\"CNY\",\"payer_currency\":\"CNY\"}");
        envelope.put("id", "\"EV-2018022511223320873\"");
        envelope.put("create_time", "\"2026-12-01T11:04:01+08:00\"");
        envelope.put("resource_type", "\"encrypt-resource\"");
        envelope.put("event_type", "\"TRANSACTION.SUCCESS\"");
        envelope.put("summary", "\"支付成功\"");
        resource.put("original_type", "\"transaction\"");
        resource.put("algorithm", "\"AEAD_AES_256_GCM\"");
        resource.put("nonce", "\"fdasflkja484\"");
    }

    public static WeChatNotification aSignedNotification() {
        return new WeChatNotification();
    }

    /** A service provider's: the order was placed by it for its sub-merchant. */
    public static WeChatNotification aPartnerNotification() {
        return aSignedNotification()
                .withoutPayment("mchid")
                .withoutPayment("appid")
                .payment("sp_mchid", "\"" + MERCHANT_ID + "\"")
                .payment("sp_appid", "\"" + APP_ID + "\"")
                .payment("sub_mchid", "\"" + SUB_MERCHANT_ID + "\"")
                .payment("payer", "{\"sp_openid\":\"oUpF8uMuAJO_M2pxb1Q9zNjWeS6o\"}");
    }

    /** A combined payment of these sub-orders. */
    public static WeChatNotification aCombinedNotification(String... subOrders) {
        WeChatNotification combined = new WeChatNotification();
        combined.payment.clear();
        return combined.payment("combine_appid", "\"" + APP_ID + "\"")
                .payment("combine_mchid", "\"" + MERCHANT_ID + "\"")
                .payment("combine_out_trade_no", "\"C1\"")
                .payment("combine_payer_info", "{\"openid\":\"oUpF8uMuAJO_M2pxb1Q9zNjWeS6o\"}")
                .payment("sub_orders", "[" + String.join(",", subOrders) + "]");
    }

    /** The n-th order of a combined payment, with other members behind the usual ones, each beginning with a comma. */
    static String subOrder(int n, String state, String more) {
        return "{\"mchid\":\"" + MERCHANT_ID + "\",\"transaction_id\":\"T" + n + "\",\"out_trade_no\":\"ORD" + n
                + "\",\"trade_state\":\"" + state + "\",\"success_time\":\"2026-12-01T11:04:00+08:00\",\"amount\":"
                + "{\"total_amount\":" + 100 * n + ",\"payer_amount\":" + 90 * n + ",\"currency\":\"CNY\"}" + more
                + "}";
    }

    static String subOrder(int n) {
        return subOrder(n, "SUCCESS", "");
    }

    /** The channel that expects it, with the key that signs it. */
    public static Channel channel() {
        return channel(new KeyEntry(KEY_ID, TestKeys.pem(TestKeys.PLATFORM)));
    }

    public static Channel channel(KeyEntry... keys) {
        return new WeChatPayV3Type().create(properties(keys), NOW);
    }

    /** The same with other properties beside its own. */
    public static Channel channel(Map<String, List<String>> more) {
        Map<String, List<String>> all = new HashMap<>(properties().values());
        all.putAll(more);
        return new WeChatPayV3Type()
                .create(
                        new ChannelProperties(
                                "wx", all, List.of(new KeyEntry(KEY_ID, TestKeys.pem(TestKeys.PLATFORM)))),
                        NOW);
    }

    static ChannelProperties properties(KeyEntry... keys) {
        return new ChannelProperties(
                "wx",
                Map.of(
                        "merchant-id", List.of(MERCHANT_ID),
                        "app-id", List.of("wx0000000000000000", APP_ID),
                        "api-v3-key", List.of(API_V3_KEY)),
                List.of(keys));
    }

    WeChatNotification payment(String member, String json) {
        payment.put(member, json);
        return this;
    }

    WeChatNotification withoutPayment(String member) {
        var unused = payment.remove(member);
        return this;
    }

    WeChatNotification resource(String member, String json) {
        resource.put(member, json);
        return this;
    }

    WeChatNotification withoutResource(String member) {
        var unused = resource.remove(member);
        return this;
    }

    WeChatNotification envelope(String member, String json) {
        envelope.put(member, json);
        return this;
    }

    WeChatNotification withoutEnvelope(String member) {
        var unused = envelope.remove(member);
        return this;
    }

    WeChatNotification associatedData(@Nullable String text) {
        associatedData = text;
        return this;
    }

    WeChatNotification encryptedWith(String key) {
        apiV3Key = key;
        return this;
    }

    WeChatNotification signedBy(KeyPair key, String keySerial) {
        signer = key;
        serial = keySerial;
        return this;
    }

    WeChatNotification signedAt(String seconds) {
        timestamp = seconds;
        return this;
    }

    WeChatNotification signedAt(Instant instant) {
        return signedAt(String.valueOf(instant.getEpochSecond()));
    }

    WeChatNotification nonce(String text) {
        nonce = text;
        return this;
    }

    WeChatNotification receivedAt(Instant instant) {
        receivedAt = instant;
        return this;
    }

    /** Another body, signed as it is then. */
    WeChatNotification body(UnaryOperator<String> change) {
        beforeSigning = change;
        return this;
    }

    WeChatNotification tamperedAfterSigning(UnaryOperator<String> change) {
        afterSigning =
                bytes -> change.apply(new String(bytes, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
        return this;
    }

    /** Header values in place of the genuine ones; none removes it. */
    WeChatNotification header(String name, String... values) {
        headers.put(name, List.of(values));
        return this;
    }

    Delivery deliver() {
        return deliver(beforeSigning.apply(text()).getBytes(StandardCharsets.UTF_8));
    }

    /** These very bytes as the body, signed. */
    Delivery deliver(byte[] body) {
        byte[] prefix = (timestamp + "\n" + nonce + "\n").getBytes(StandardCharsets.ISO_8859_1);
        byte[] signature = TestKeys.sign(signer, Bytes.concat(prefix, body, new byte[] {'\n'}));
        Map<String, List<String>> all = new LinkedHashMap<>();
        all.put("Content-Type", List.of("application/json"));
        all.put("Wechatpay-Timestamp", List.of(timestamp));
        all.put("Wechatpay-Nonce", List.of(nonce));
        all.put("Wechatpay-Serial", List.of(serial));
        all.put("Wechatpay-Signature", List.of(Base64.getEncoder().encodeToString(signature)));
        all.putAll(headers);
        all.values().removeIf(List::isEmpty);
        return new Delivery("POST", "/notify/wx", all, null, Body.of(afterSigning.apply(body)), receivedAt);
    }

    private String text() {
        Map<String, String> sealed = new LinkedHashMap<>(resource);
        if (associatedData != null) {
            sealed.putIfAbsent("associated_data", "\"" + associatedData + "\"");
        }
        sealed.putIfAbsent("ciphertext", "\"" + encrypt(json(payment)) + "\"");
        Map<String, String> whole = new LinkedHashMap<>(envelope);
        whole.putIfAbsent("resource", json(sealed));
        return json(whole);
    }

    private String encrypt(String plaintext) {
        try {
            Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
            byte[] iv = "fdasflkja484".getBytes(StandardCharsets.US_ASCII);
            byte[] key = apiV3Key.getBytes(StandardCharsets.US_ASCII);
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(key, "AES"), new GCMParameterSpec(128, iv));
            if (associatedData != null) {
                cipher.updateAAD(associatedData.getBytes(StandardCharsets.UTF_8));
            }
            return Base64.getEncoder().encodeToString(cipher.doFinal(plaintext.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String json(Map<String, String> members) {
        return members.entrySet().stream()
                .map(member -> "\"" + member.getKey() + "\":" + member.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }
}
