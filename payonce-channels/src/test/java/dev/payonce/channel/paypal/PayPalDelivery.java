package dev.payonce.channel.paypal;

import dev.payonce.Body;
import dev.payonce.Delivery;
import dev.payonce.channel.TestKeys;
import dev.payonce.simulator.SigningKey;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.zip.CRC32;

/** A webhook as PayPal would send it, bent as a test needs it. Member values are JSON text, quotes included. */
final class PayPalDelivery {
    private final Map<String, String> resource = new LinkedHashMap<>();
    private final Map<String, String> event = new LinkedHashMap<>();
    private final Map<String, List<String>> headers = new LinkedHashMap<>();
    private final String certificateUrl;
    private SigningKey signer = PayPalWorld.ACCOUNT.key();
    private String algorithm = "SHA256withRSA";
    private String webhookId = PayPalWorld.ACCOUNT.webhookId();
    private String transmissionId = "69cd13f0-d67a-11e5-baa3-778b53f4ae55";
    private String transmissionTime = "2026-12-01T03:04:04Z";
    private Instant receivedAt = PayPalWorld.NOW;
    private LongFunction<String> checksum = Long::toString;
    private UnaryOperator<String> beforeSigning = UnaryOperator.identity();
    private UnaryOperator<String> afterSigning = UnaryOperator.identity();

    PayPalDelivery(String certificateUrl) {
        this.certificateUrl = certificateUrl;
        event.put("id", "\"WH-58D329510W468432D-8HN650336L201105X\"");
        event.put("create_time", "\"2026-12-01T03:04:01Z\"");
        event.put("resource_type", "\"capture\"");
        event.put("event_type", "\"PAYMENT.CAPTURE.COMPLETED\"");
        event.put("summary", "\"Payment completed for $ 99.00 USD\"");
        resource.put("id", "\"2GG279541U471931P\"");
        resource.put("amount", amount("99.00", "USD"));
        resource.put("status", "\"COMPLETED\"");
        resource.put("custom_id", "\"ORD1\"");
        resource.put(
                "payee", "{\"email_address\":\"s@example.com\",\"merchant_id\":\"" + PayPalWorld.MERCHANT_ID + "\"}");
        resource.put("create_time", "\"2026-12-01T03:04:00Z\"");
    }

    static String amount(String value, String currency) {
        return "{\"value\":\"" + value + "\",\"currency_code\":\"" + currency + "\"}";
    }

    PayPalDelivery resource(String member, String json) {
        resource.put(member, json);
        return this;
    }

    PayPalDelivery withoutResource(String member) {
        var unused = resource.remove(member);
        return this;
    }

    PayPalDelivery event(String member, String json) {
        event.put(member, json);
        return this;
    }

    PayPalDelivery signedBy(SigningKey key) {
        signer = key;
        return this;
    }

    PayPalDelivery signedWith(String other) {
        algorithm = other;
        return header("PAYPAL-AUTH-ALGO", other);
    }

    PayPalDelivery forWebhook(String id) {
        webhookId = id;
        return this;
    }

    PayPalDelivery transmission(String id, String time) {
        transmissionId = id;
        transmissionTime = time;
        return this;
    }

    PayPalDelivery receivedAt(Instant instant) {
        receivedAt = instant;
        return this;
    }

    /** How the checksum is written into the signed text. */
    PayPalDelivery checksum(LongFunction<String> form) {
        checksum = form;
        return this;
    }

    /** Another body, signed as it is then. */
    PayPalDelivery body(UnaryOperator<String> change) {
        beforeSigning = change;
        return this;
    }

    PayPalDelivery tamperedAfterSigning(UnaryOperator<String> change) {
        afterSigning = change;
        return this;
    }

    /** Header values in place of the genuine ones; none removes it. */
    PayPalDelivery header(String name, String... values) {
        headers.put(name, List.of(values));
        return this;
    }

    Delivery deliver() {
        return deliver(beforeSigning.apply(text()).getBytes(StandardCharsets.UTF_8));
    }

    /** These very bytes as the body, signed. */
    Delivery deliver(byte[] body) {
        CRC32 crc = new CRC32();
        crc.update(body);
        String text = transmissionId + "|" + transmissionTime + "|" + webhookId + "|" + checksum.apply(crc.getValue());
        byte[] signature = TestKeys.sign(
                algorithm, new KeyPair(signer.publicKey(), signer.privateKey()), text.getBytes(StandardCharsets.UTF_8));
        Map<String, List<String>> all = new LinkedHashMap<>();
        all.put("Content-Type", List.of("application/json"));
        all.put("PAYPAL-TRANSMISSION-ID", List.of(transmissionId));
        all.put("PAYPAL-TRANSMISSION-TIME", List.of(transmissionTime));
        all.put("PAYPAL-TRANSMISSION-SIG", List.of(Base64.getEncoder().encodeToString(signature)));
        all.put("PAYPAL-CERT-URL", List.of(certificateUrl));
        all.put("PAYPAL-AUTH-ALGO", List.of("SHA256withRSA"));
        all.putAll(headers);
        all.values().removeIf(List::isEmpty);
        byte[] sent =
                afterSigning.apply(new String(body, StandardCharsets.UTF_8)).getBytes(StandardCharsets.UTF_8);
        return new Delivery("POST", "/notify/pp", all, null, Body.of(sent), receivedAt);
    }

    private String text() {
        Map<String, String> whole = new LinkedHashMap<>(event);
        whole.putIfAbsent("resource", json(resource));
        return json(whole);
    }

    private static String json(Map<String, String> members) {
        return members.entrySet().stream()
                .map(member -> "\"" + member.getKey() + "\":" + member.getValue())
                .collect(Collectors.joining(",", "{", "}"));
    }
}
