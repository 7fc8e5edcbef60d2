package dev.payonce.channel.stripe;

import dev.payonce.Body;
import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.channel.Bytes;
import dev.payonce.channel.ChannelProperties;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/** An event as Stripe would send it, bent as a test needs it. Member values are JSON text, quotes included. */
public final class StripeNotification {
    public static final String SECRET = "whsec_5f4dcc3b5aa765d61d8327deb882cf99";
    public static final String OTHER_SECRET = "whsec_098f6bcd4621d373cade4e832627b4f6";
    public static final Instant NOW = Instant.parse("2026-12-01T03:04:05Z");
    static final String SIGNATURE = "Stripe-Signature";

    private final Map<String, String> event = new LinkedHashMap<>();
    private final Map<String, String> intent = new LinkedHashMap<>();
    private String timestamp = String.valueOf(NOW.getEpochSecond());
    private List<String> secrets = List.of(SECRET);
    private UnaryOperator<String> header = UnaryOperator.identity();
    private @Nullable List<String> headers;
    private String headerName = SIGNATURE;
    private Instant receivedAt = NOW;
    private UnaryOperator<String> beforeSigning = UnaryOperator.identity();
    private UnaryOperator<String> afterSigning = UnaryOperator.identity();

    private StripeNotification() {
        event.put("id", "\"evt_3Pq\"");
        event.put("object", "\"event\"");
        event.put("api_version", "\"2026-06-24.dahlia\"");
        event.put("created", "1796094240");
        event.put("livemode", "true");
        event.put("pending_webhooks", "2");
        event.put("type", "\"payment_intent.succeeded\"");
        intent.put("id", "\"pi_3Pq1\"");
        intent.put("object", "\"payment_intent\"");
        intent.put("amount", "12000");
        intent.put("amount_received", "9900");
        intent.put("currency", "\"usd\"");
        intent.put("latest_charge", "\"ch_3Pq1\"");
        intent.put("metadata", "{\"order_no\": \"ORD1\", \"note\": \"gift\"}");
        intent.put("status", "\"succeeded\"");
    }

    public static StripeNotification aSignedNotification() {
        return new StripeNotification();
    }

    /** The channel that expects it. */
    public static Channel channel() {
        return channel(Map.of());
    }

    /** The same with other properties; an empty list removes one. */
    static Channel channel(Map<String, List<String>> changes) {
        Map<String, List<String>> values = new HashMap<>(Map.of("secrets", List.of(SECRET)));
        values.putAll(changes);
        values.values().removeIf(List::isEmpty);
        return new StripeType().create(new ChannelProperties("card", values, List.of()), NOW);
    }

    StripeNotification event(String member, String json) {
        event.put(member, json);
        return this;
    }

    StripeNotification withoutEvent(String member) {
        var unused = event.remove(member);
        return this;
    }

    StripeNotification type(String type) {
        return event("type", "\"" + type + "\"");
    }

    StripeNotification intent(String member, String json) {
        intent.put(member, json);
        return this;
    }

    StripeNotification withoutIntent(String member) {
        var unused = intent.remove(member);
        return this;
    }

    StripeNotification paid(String amount, String currency) {
        return intent("amount_received", amount).intent("currency", "\"" + currency + "\"");
    }

    StripeNotification signedBy(String... keys) {
        secrets = List.of(keys);
        return this;
    }

    StripeNotification signedAt(String seconds) {
        timestamp = seconds;
        return this;
    }

    StripeNotification signedAt(Instant instant) {
        return signedAt(String.valueOf(instant.getEpochSecond()));
    }

    StripeNotification receivedAt(Instant instant) {
        receivedAt = instant;
        return this;
    }

    /** Another body, signed as it is then. */
    StripeNotification body(UnaryOperator<String> change) {
        beforeSigning = change;
        return this;
    }

    StripeNotification tamperedAfterSigning(UnaryOperator<String> change) {
        afterSigning = change;
        return this;
    }

    /** Another signature header made out of the genuine one. */
    StripeNotification header(UnaryOperator<String> change) {
        header = change;
        return this;
    }

    /** These headers in place of the genuine one; none removes it. */
    StripeNotification headers(String... values) {
        headers = List.of(values);
        return this;
    }

    StripeNotification headerName(String name) {
        headerName = name;
        return this;
    }

    Delivery deliver() {
        return deliver(beforeSigning.apply(text()).getBytes(StandardCharsets.UTF_8));
    }

    /** These very bytes as the body, signed. */
    Delivery deliver(byte[] body) {
        Map<String, List<String>> all = new LinkedHashMap<>();
        all.put("Content-Type", List.of("application/json; charset=utf-8"));
        all.put(headerName, headers == null ? List.of(header.apply(signature(body))) : headers);
        all.values().removeIf(List::isEmpty);
        byte[] sent = afterSigning
                .apply(new String(body, StandardCharsets.ISO_8859_1))
                .getBytes(StandardCharsets.ISO_8859_1);
        return new Delivery("POST", "/notify/card", all, null, Body.of(sent), receivedAt);
    }

    private String signature(byte[] body) {
        byte[] signed = Bytes.concat((timestamp + ".").getBytes(StandardCharsets.UTF_8), body);
        return secrets.stream()
                .map(key -> ",v1=" + mac(key, signed))
                .collect(Collectors.joining("", "t=" + timestamp, ""));
    }

    static String mac(String key, byte[] signed) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.US_ASCII), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(signed));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private String text() {
        Map<String, String> whole = new LinkedHashMap<>(event);
        whole.putIfAbsent("data", "{\"object\": " + json(intent) + "}");
        return json(whole);
    }

    // Indented, as Stripe sends it.
    private static String json(Map<String, String> members) {
        return members.entrySet().stream()
                .map(member -> "  \"" + member.getKey() + "\": " + member.getValue())
                .collect(Collectors.joining(",\n", "{\n", "\n}"));
    }
}
