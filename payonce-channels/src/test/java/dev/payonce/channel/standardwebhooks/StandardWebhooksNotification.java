package dev.payonce.channel.standardwebhooks;

import dev.payonce.Body;
import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.channel.Bytes;
import dev.payonce.channel.ChannelProperties;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A webhook as some sender would send it, bent as a test needs it. Member values are JSON text, quotes included. */
public final class StandardWebhooksNotification {
    public static final String SECRET = "whsec_MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3OA==";
    public static final String OTHER_SECRET = "whsec_QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=";
    public static final Instant NOW = Instant.parse("2026-12-01T03:04:05Z");
    static final String ID = "webhook-id";
    static final String TIMESTAMP = "webhook-timestamp";
    static final String SIGNATURE = "webhook-signature";
    private static final Map<String, List<String>> PROPERTIES = Map.of(
            "secrets", List.of(SECRET),
            "fields.transaction-id", List.of("/data/id"),
            "fields.order-no", List.of("/data/order/no"),
            "fields.amount", List.of("/data/amount"),
            "fields.currency", List.of("/data/currency"),
            "fields.status", List.of("/data/status"),
            "fields.paid", List.of("paid", "settled"));

    private final Map<String, String> body = new LinkedHashMap<>();
    private final Map<String, String> data = new LinkedHashMap<>();
    private final Map<String, List<String>> headers = new LinkedHashMap<>();
    private String id = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private String timestamp = String.valueOf(NOW.getEpochSecond());
    private List<String> secrets = List.of(SECRET);
    private UnaryOperator<String> signature = UnaryOperator.identity();
    private Instant receivedAt = NOW;
    private UnaryOperator<String> beforeSigning = UnaryOperator.identity();
    private UnaryOperator<String> afterSigning = UnaryOperator.identity();

    private StandardWebhooksNotification() {
        body.put("type", "\"payment.updated\"");
        body.put("timestamp", "\"2026-12-01T03:04:00Z\"");
        data.put("id", "\"pay_1\"");
        data.put("order", "{\"no\":\"ORD1\"}");
        data.put("amount", "9900");
        data.put("currency", "\"EUR\"");
        data.put("status", "\"paid\"");
    }

    public static StandardWebhooksNotification aSignedNotification() {
        return new StandardWebhooksNotification();
    }

    /** The channel that expects it. */
    public static Channel channel() {
        return channel(Map.of());
    }

    /** The same with other properties; an empty list removes one. */
    static Channel channel(Map<String, List<String>> changes) {
        return channel("hook", changes);
    }

    static Channel channel(String name, Map<String, List<String>> changes) {
        Map<String, List<String>> values = new HashMap<>(PROPERTIES);
        values.putAll(changes);
        values.values().removeIf(List::isEmpty);
        return new StandardWebhooksType().create(new ChannelProperties(name, values, List.of()), NOW);
    }

    StandardWebhooksNotification body(String member, String json) {
        body.put(member, json);
        return this;
    }

    StandardWebhooksNotification data(String member, String json) {
        data.put(member, json);
        return this;
    }

    StandardWebhooksNotification withoutData(String member) {
        var unused = data.remove(member);
        return this;
    }

    StandardWebhooksNotification id(String text) {
        id = text;
        return this;
    }

    StandardWebhooksNotification signedBy(String... keys) {
        secrets = List.of(keys);
        return this;
    }

    StandardWebhooksNotification signedAt(String seconds) {
        timestamp = seconds;
        return this;
    }

    StandardWebhooksNotification signedAt(Instant instant) {
        return signedAt(String.valueOf(instant.getEpochSecond()));
    }

    StandardWebhooksNotification receivedAt(Instant instant) {
        receivedAt = instant;
        return this;
    }

    /** Another body, signed as it is then. */
    StandardWebhooksNotification text(UnaryOperator<String> change) {
        beforeSigning = change;
        return this;
    }

    StandardWebhooksNotification tamperedAfterSigning(UnaryOperator<String> change) {
        afterSigning = change;
        return this;
    }

    /** Another signature header made out of the genuine one. */
    StandardWebhooksNotification signature(UnaryOperator<String> change) {
        signature = change;
        return this;
    }

    /** Header values in place of the genuine ones; none removes it. */
    StandardWebhooksNotification header(String name, String... values) {
        headers.put(name, List.of(values));
        return this;
    }

    Delivery deliver() {
        return deliver(beforeSigning.apply(text()).getBytes(StandardCharsets.UTF_8));
    }

    /** These very bytes as the body, signed. */
    Delivery deliver(byte[] bytes) {
        byte[] signed = Bytes.concat((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8), bytes);
        String genuine =
                secrets.stream().map(secret -> "v1," + mac(secret, signed)).collect(Collectors.joining(" "));
        Map<String, List<String>> all = new LinkedHashMap<>();
        all.put("content-type", List.of("application/json"));
        all.put(ID, List.of(id));
        all.put(TIMESTAMP, List.of(timestamp));
        all.put(SIGNATURE, List.of(signature.apply(genuine)));
        all.putAll(headers);
        all.values().removeIf(List::isEmpty);
        byte[] sent = afterSigning
                .apply(new String(bytes, StandardCharsets.ISO_8859_1))
                .getBytes(StandardCharsets.ISO_8859_1);
        return new Delivery("POST", "/notify/hook", all, null, Body.of(sent), receivedAt);
    }

    static String mac(String secret, byte[] signed) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(secret.replace("whsec_", "")), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal(signed));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private String text() {
        Map<String, String> whole = new LinkedHashMap<>(body);
        whole.putIfAbsent("data", json(data));
        return json(whole);
    }

    private static String json(Map<String, String> members) {
        return members.entrySet().stream()
                .map(member -> "\"" + member.getKey() + "\":" + member.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }
}
