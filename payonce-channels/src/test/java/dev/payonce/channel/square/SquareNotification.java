package dev.payonce.channel.square;

import dev.payonce.Body;
import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.TestHmac;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** A notification as Square would send it, bent as a test needs it. Members are given as JSON. */
public final class SquareNotification {
    static final String KEY = "Ibxx_5AKakO-3qeNVR61Dw";
    static final String OTHER_KEY = "q0tJtE1pDq6pBhhAbGxQ5A";
    static final String URL = "https://shop.example/wh/square";
    static final String MERCHANT = "MLEFBHHSJGVHD";
    static final String LOCATION = "L88917AVBK2S5";
    static final String SIGNATURE = "x-square-hmacsha256-signature";
    static final Instant NOW = Instant.parse("2026-12-01T03:04:05Z");

    private final Map<String, String> event = new LinkedHashMap<>();
    private final Map<String, String> payment = new LinkedHashMap<>();
    private final Map<String, List<String>> headers = new LinkedHashMap<>();
    private String key = KEY;
    private String url = URL;
    private UnaryOperator<String> beforeSigning = UnaryOperator.identity();
    private UnaryOperator<String> afterSigning = UnaryOperator.identity();

    private SquareNotification() {
        event.put("merchant_id", "\"" + MERCHANT + "\"");
        event.put("type", "\"payment.updated\"");
        event.put("event_id", "\"6a8f5f28-54a1-4eb0-a98a-3111513fd4fc\"");
        event.put("created_at", "\"2026-12-01T03:04:02.307Z\"");
        payment.put("id", "\"hYy9pRFVxpDsO1FB05SunFWUe9JZY\"");
        payment.put("amount_money", "{\"amount\":9900,\"currency\":\"USD\"}");
        payment.put("tip_money", "{\"amount\":100,\"currency\":\"USD\"}");
        payment.put("total_money", "{\"amount\":10000,\"currency\":\"USD\"}");
        payment.put("created_at", "\"2026-12-01T03:04:00.123Z\"");
        payment.put("location_id", "\"" + LOCATION + "\"");
        payment.put("order_id", "\"03O3USaPaAaFnI6kkwB1JxGgBsUZY\"");
        payment.put("reference_id", "\"ORD1\"");
        payment.put("status", "\"COMPLETED\"");
        payment.put("version", "2");
        headers.put("Content-Type", List.of("application/json"));
        headers.put("square-environment", List.of("Production"));
    }

    static SquareNotification aSignedNotification() {
        return new SquareNotification();
    }

    public static Channel channel() {
        return channel(Map.of());
    }

    static Channel channel(Map<String, List<String>> changed) {
        return new SquareType().create(new ChannelProperties("sq", properties(changed), List.of()), NOW);
    }

    static Map<String, List<String>> properties(Map<String, List<String>> changed) {
        Map<String, List<String>> all = new HashMap<>(
                Map.of("merchant-id", List.of(MERCHANT), "secrets", List.of(KEY), "notification-url", List.of(URL)));
        all.putAll(changed);
        return all;
    }

    SquareNotification event(String name, String json) {
        event.put(name, json);
        return this;
    }

    SquareNotification withoutEvent(String name) {
        var unused = event.remove(name);
        return this;
    }

    SquareNotification payment(String name, String json) {
        payment.put(name, json);
        return this;
    }

    SquareNotification withoutPayment(String name) {
        var unused = payment.remove(name);
        return this;
    }

    SquareNotification amount(String amount, String currency) {
        return payment("amount_money", "{\"amount\":" + amount + ",\"currency\":\"" + currency + "\"}");
    }

    SquareNotification header(String name, String... values) {
        headers.put(name, List.of(values));
        return this;
    }

    SquareNotification signedBy(String secret) {
        key = secret;
        return this;
    }

    SquareNotification signedFor(String otherUrl) {
        url = otherUrl;
        return this;
    }

    SquareNotification body(UnaryOperator<String> change) {
        beforeSigning = change;
        return this;
    }

    SquareNotification tamperedAfterSigning(UnaryOperator<String> change) {
        afterSigning = change;
        return this;
    }

    private String json() {
        Map<String, String> all = new LinkedHashMap<>(event);
        all.putIfAbsent("data", "{\"type\":\"payment\",\"id\":\"x\",\"object\":{\"payment\":" + object(payment) + "}}");
        return object(all);
    }

    private static String object(Map<String, String> members) {
        return members.entrySet().stream()
                .map(member -> "\"" + member.getKey() + "\":" + member.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }

    Delivery deliver() {
        String body = beforeSigning.apply(json());
        return deliver(body.getBytes(StandardCharsets.UTF_8), afterSigning.apply(body));
    }

    /** These bytes, properly signed. */
    Delivery deliver(byte[] body) {
        headers.putIfAbsent(SIGNATURE, List.of(sign(body)));
        return delivery(headers, body);
    }

    private Delivery deliver(byte[] signed, String sent) {
        headers.putIfAbsent(SIGNATURE, List.of(sign(signed)));
        return delivery(headers, sent.getBytes(StandardCharsets.UTF_8));
    }

    private String sign(byte[] body) {
        byte[] mac = TestHmac.sha256(key.getBytes(StandardCharsets.UTF_8), url.getBytes(StandardCharsets.UTF_8), body);
        return Base64.getEncoder().encodeToString(mac);
    }

    static Delivery delivery(Map<String, List<String>> headers, byte[] body) {
        return new Delivery("POST", "/notify/sq", headers, "a=1", Body.of(body), NOW);
    }
}
