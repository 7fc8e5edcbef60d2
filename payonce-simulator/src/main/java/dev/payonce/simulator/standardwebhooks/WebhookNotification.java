package dev.payonce.simulator.standardwebhooks;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.Platform;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.wire.Hmac;
import dev.payonce.simulator.wire.Json;
import dev.payonce.simulator.wire.RandomText;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** A webhook: its id and body are the same in every attempt, timestamp and signature are the attempt's. */
final class WebhookNotification implements Notification {
    private static final Duration OUTSIDE_WINDOW = Duration.ofMinutes(6);
    private static final String SIGNATURE = "webhook-signature";
    private static final String PREFIX = "whsec_";
    private static final int ID_LENGTH = 27;

    private final StandardWebhooks sender;
    private final SimulatedPayment payment;
    private final String status;
    private final String id;

    WebhookNotification(StandardWebhooks sender, SimulatedPayment payment, String status, RandomGenerator random) {
        this.sender = sender;
        this.payment = payment;
        this.status = status;
        this.id = "msg_" + RandomText.alphanumeric(random, ID_LENGTH);
    }

    @Override
    public Platform platform() {
        return sender;
    }

    @Override
    public SimulatedPayment payment() {
        return payment;
    }

    @Override
    public String event() {
        return "payment." + status;
    }

    @Override
    public SignedRequest sign(Set<Forgery> forgeries, Instant at, RandomGenerator random) {
        Forgery.requirePossible(forgeries, sender);
        byte[] body = Json.of(body()).getBytes(UTF_8);
        String timestamp = Long.toString(timestamp(forgeries, at).getEpochSecond());
        SignedRequest request = SignedRequest.post(
                Map.of(
                        "content-type",
                        "application/json",
                        "webhook-id",
                        id,
                        "webhook-timestamp",
                        timestamp,
                        SIGNATURE,
                        forgeries.contains(Forgery.EMPTY_SIGNATURE) ? "" : signature(forgeries, timestamp, body)),
                forgeries.contains(Forgery.TAMPERED_BODY) ? tampered(body) : body);
        return forgeries.contains(Forgery.MISSING_SIGNATURE) ? request.withoutHeader(SIGNATURE) : request;
    }

    private String signature(Set<Forgery> forgeries, String timestamp, byte[] body) {
        byte[] prefix = (id + "." + timestamp + ".").getBytes(UTF_8);
        // A version that nobody has defined: the same MAC under it is no signature.
        String version = forgeries.contains(Forgery.WEAK_ALGORITHM) ? "v0," : "v1,";
        return sender.secrets().stream()
                .map(secret ->
                        version + Base64.getEncoder().encodeToString(Hmac.sha256(key(secret, forgeries), prefix, body)))
                .collect(Collectors.joining(" "));
    }

    private static byte[] key(String secret, Set<Forgery> forgeries) {
        byte[] key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
        if (forgeries.contains(Forgery.WRONG_SIGNATURE)) {
            key[0] ^= 1;
        }
        return key;
    }

    private static Instant timestamp(Set<Forgery> forgeries, Instant at) {
        if (forgeries.contains(Forgery.STALE)) {
            return at.minus(OUTSIDE_WINDOW);
        }
        return forgeries.contains(Forgery.FUTURE) ? at.plus(OUTSIDE_WINDOW) : at;
    }

    /** A blank more: everything still parses, so that only the signature tells. */
    private static byte[] tampered(byte[] body) {
        return (new String(body, UTF_8) + " ").getBytes(UTF_8);
    }

    private Map<String, Object> body() {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("id", payment.transactionId());
        if (payment.orderNo() != null) {
            data.put("order_no", payment.orderNo());
        }
        data.put("amount", payment.amount());
        data.put("currency", payment.currency());
        data.put("status", status);
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("type", event());
        body.put("timestamp", payment.paidAt().toString());
        body.put("data", data);
        return body;
    }
}
