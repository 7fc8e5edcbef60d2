package dev.payonce.channel.unionpay;

import dev.payonce.Body;
import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.TestKeys;
import dev.payonce.channel.TestKeys.Named;
import java.net.URLEncoder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
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

/** A notification as UnionPay would send it, bent as a test needs it. */
public final class UnionPayNotification {
    public static final String MERCHANT_ID = "777290058167151";
    public static final Instant NOW = Instant.parse("2026-12-01T03:04:05Z");
    static final Instant FROM = NOW.minusSeconds(86_400);
    static final Instant UNTIL = NOW.plusSeconds(86_400);
    static final String CN = "041@8310000000083040@中国银联股份有限公司@00016495";

    static final Named ROOT = new Named(TestKeys.rsa(2048), "CFCA TEST CS CA");
    static final Named MIDDLE = new Named(TestKeys.rsa(2048), "CFCA TEST OCA1");
    static final Named LEAF = new Named(TestKeys.PLATFORM, CN);
    static final String ROOT_PEM = TestKeys.certificate(ROOT, ROOT, "01", true, FROM, UNTIL);
    static final String MIDDLE_PEM = TestKeys.certificate(MIDDLE, ROOT, "02", true, FROM, UNTIL);
    static final String LEAF_PEM = TestKeys.certificate(LEAF, MIDDLE, "03", false, FROM, UNTIL);

    private final Map<String, String> fields = new LinkedHashMap<>();
    private KeyPair signer = TestKeys.PLATFORM;
    private Charset charset = StandardCharsets.UTF_8;
    private Instant receivedAt = NOW;
    private UnaryOperator<String> afterSigning = UnaryOperator.identity();

    private UnionPayNotification() {
        fields.put("version", "5.1.0");
        fields.put("encoding", "UTF-8");
        fields.put("signMethod", "01");
        fields.put("signPubKeyCert", LEAF_PEM.strip().replace("\n", "\r\n"));
        fields.put("accessType", "0");
        fields.put("accNo", "ORRSXWY1kMr8UJNxGx9xKPuO0Uhm8JT8aQV3sWswJfI+");
        fields.put("bizType", "000201");
        fields.put("currencyCode", "156");
        fields.put("merId", MERCHANT_ID);
        fields.put("orderId", "ORD20261201");
        fields.put("queryId", "782612011104000674028");
        fields.put("reqReserved", "测试 & = + %");
        fields.put("respCode", "00");
        fields.put("respMsg", "success");
        fields.put("settleAmt", "9800");
        fields.put("settleCurrencyCode", "156");
        fields.put("traceNo", "067402");
        fields.put("traceTime", "1201110400");
        fields.put("txnAmt", "9900");
        fields.put("txnSubType", "01");
        fields.put("txnTime", "20261201110400");
        fields.put("txnType", "01");
    }

    public static UnionPayNotification aSignedNotification() {
        return new UnionPayNotification();
    }

    /** The channel that trusts the chain of the key that signs it. */
    public static Channel channel() {
        return channel(Map.of());
    }

    static Channel channel(Map<String, List<String>> changes) {
        return new UnionPayType().create(properties(changes), NOW);
    }

    static ChannelProperties properties(Map<String, List<String>> changes) {
        Map<String, List<String>> values = new HashMap<>(Map.of(
                "merchant-id",
                List.of(MERCHANT_ID),
                ChannelProperties.TRUSTED_CERTIFICATES,
                List.of(ROOT_PEM.strip(), MIDDLE_PEM.strip())));
        values.putAll(changes);
        return new ChannelProperties("up", values, List.of());
    }

    UnionPayNotification field(String name, String value) {
        fields.put(name, value);
        return this;
    }

    UnionPayNotification without(String name) {
        var unused = fields.remove(name);
        return this;
    }

    UnionPayNotification certificate(String pem) {
        return field("signPubKeyCert", pem);
    }

    UnionPayNotification signedBy(KeyPair key) {
        signer = key;
        return this;
    }

    UnionPayNotification charset(String name) {
        charset = Charset.forName(name);
        return field("encoding", name);
    }

    UnionPayNotification receivedAt(Instant instant) {
        receivedAt = instant;
        return this;
    }

    UnionPayNotification tamperedAfterSigning(UnaryOperator<String> change) {
        afterSigning = change;
        return this;
    }

    byte[] signedText() {
        return new TreeMap<>(fields)
                .entrySet().stream()
                        .filter(field -> !field.getValue().isEmpty())
                        .map(field -> field.getKey() + "=" + field.getValue())
                        .collect(Collectors.joining("&"))
                        .getBytes(charset);
    }

    static byte[] hexDigest(byte[] text) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text);
            return HexFormat.of().formatHex(digest).getBytes(StandardCharsets.US_ASCII);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    Delivery deliver() {
        return deliverSigned(TestKeys.sign(signer, hexDigest(signedText())));
    }

    Delivery deliverSigned(byte[] signature) {
        Map<String, String> all = new LinkedHashMap<>(fields);
        all.put("signature", Base64.getEncoder().encodeToString(signature));
        return delivery(afterSigning.apply(form(all, charset)), receivedAt);
    }

    static String form(Map<String, String> fields, Charset charset) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), charset))
                .collect(Collectors.joining("&"));
    }

    static Delivery delivery(String body, Instant receivedAt) {
        Map<String, List<String>> headers = Map.of("Content-Type", List.of("application/x-www-form-urlencoded"));
        byte[] bytes = body.getBytes(StandardCharsets.ISO_8859_1);
        return new Delivery("POST", "/notify/up", headers, "anything=1", Body.of(bytes), receivedAt);
    }
}
