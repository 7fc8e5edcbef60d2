package dev.payonce.simulator.stripe;

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
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/** An Event object of Stripe's: its id and body are the same in every attempt, time and signature are the attempt's (5.2). */
final class StripeNotification implements Notification {
    private static final Duration OUTSIDE_WINDOW = Duration.ofMinutes(6);
    private static final String SIGNATURE = "Stripe-Signature";
    private static final int ID_LENGTH = 24;
    private static final int MAC_BYTES = 32;

    private final Stripe account;
    private final SimulatedPayment payment;
    private final StripeEvent event;
    private final String id;

    StripeNotification(Stripe account, SimulatedPayment payment, StripeEvent event, RandomGenerator random) {
        this.account = account;
        this.payment = payment;
        this.event = event;
        this.id = "evt_" + RandomText.alphanumeric(random, ID_LENGTH);
    }

    @Override
    public Platform platform() {
        return account;
    }

    @Override
    public SimulatedPayment payment() {
        return payment;
    }

    @Override
    public String event() {
        return event.type();
    }

    @Override
    public SignedRequest sign(Set<Forgery> forgeries, Instant at, RandomGenerator random) {
        Forgery.requirePossible(forgeries, account);
        byte[] body = body(forgeries);
        SignedRequest request = SignedRequest.post(
                Map.of(
                        "Content-Type",
                        "application/json; charset=utf-8",
                        "User-Agent",
                        "Stripe/1.0 (+https://stripe.com/docs/webhooks)",
                        SIGNATURE,
                        forgeries.contains(Forgery.EMPTY_SIGNATURE) ? "" : signature(forgeries, at, body, random)),
                forgeries.contains(Forgery.TAMPERED_BODY) ? tampered(body) : body);
        return forgeries.contains(Forgery.MISSING_SIGNATURE) ? request.withoutHeader(SIGNATURE) : request;
    }

    private String signature(Set<Forgery> forgeries, Instant at, byte[] body, RandomGenerator random) {
        String timestamp = Long.toString(timestamp(forgeries, at).getEpochSecond());
        StringBuilder header = new StringBuilder("t=" + timestamp);
        for (String secret : account.secrets()) {
            String key = forgeries.contains(Forgery.WRONG_SIGNATURE) ? secret + "x" : secret;
            byte[] mac = Hmac.sha256(key.getBytes(UTF_8), (timestamp + ".").getBytes(UTF_8), body);
            header.append(forgeries.contains(Forgery.WEAK_ALGORITHM) ? ",v0=" : ",v1=")
                    .append(HexFormat.of().formatHex(mac));
        }
        if (!account.livemode()) {
            byte[] decoy = new byte[MAC_BYTES];
            random.nextBytes(decoy);
            header.append(",v0=").append(HexFormat.of().formatHex(decoy));
        }
        return header.toString();
    }

    private static Instant timestamp(Set<Forgery> forgeries, Instant at) {
        if (forgeries.contains(Forgery.STALE)) {
            return at.minus(OUTSIDE_WINDOW);
        }
        return forgeries.contains(Forgery.FUTURE) ? at.plus(OUTSIDE_WINDOW) : at;
    }

    /** Another event id: everything still parses, so that only the signature tells. */
    private byte[] tampered(byte[] body) {
        return new String(body, UTF_8).replace(id, id + "0").getBytes(UTF_8);
    }

    private byte[] body(Set<Forgery> forgeries) {
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("id", id);
        body.put("object", "event");
        if (forgeries.contains(Forgery.OTHER_MERCHANT)) {
            body.put("account", account.account() == null ? "acct_1032D82eZvKYlo2C" : account.account() + "9");
        } else if (account.account() != null) {
            body.put("account", account.account());
        }
        body.put("api_version", "2026-06-24.dahlia");
        body.put("created", payment.paidAt().getEpochSecond());
        body.put("data", Map.of("object", object()));
        body.put("livemode", account.livemode());
        body.put("pending_webhooks", 1);
        body.put("type", event.type());
        // Indented, as Stripe sends it: catches receivers that verify JSON which they have written again (case RAW-05).
        return Json.indented(body).getBytes(UTF_8);
    }

    private Map<String, Object> object() {
        Map<String, Object> object = new LinkedHashMap<>();
        switch (event.object()) {
            case "payment_intent" -> putPaymentIntent(object);
            case "charge" -> putCharge(object);
            case "checkout.session" -> putSession(object);
            default -> {
                object.put("id", "cus_" + payment.transactionId());
                object.put("object", event.object());
            }
        }
        object.put("livemode", account.livemode());
        return object;
    }

    private void putPaymentIntent(Map<String, Object> object) {
        long amount = amount();
        object.put("id", payment.transactionId());
        object.put("object", event.object());
        // The amount asked for; what was received may be less: a receiver that compares this field is wrong (0.2).
        object.put("amount", amount + amount / 10);
        object.put("amount_received", event.status().equals("succeeded") ? amount : 0L);
        object.put("currency", currency());
        object.put("description", "gift 🎁 è");
        object.put("metadata", metadata());
        object.put("payment_method_types", List.of("card", "link"));
        object.put("status", event.status());
    }

    private void putCharge(Map<String, Object> object) {
        object.put("id", "ch_" + payment.transactionId());
        object.put("object", event.object());
        object.put("amount", amount());
        object.put("amount_refunded", event.type().equals("charge.refunded") ? amount() : 0L);
        object.put("currency", currency());
        object.put("metadata", metadata());
        object.put("paid", true);
        object.put("payment_intent", payment.transactionId());
        object.put("status", event.status());
    }

    private void putSession(Map<String, Object> object) {
        object.put("id", "cs_" + payment.transactionId());
        object.put("object", event.object());
        object.put("amount_total", amount());
        if (payment.orderNo() != null) {
            object.put("client_reference_id", payment.orderNo());
        }
        object.put("currency", currency());
        object.put("metadata", metadata());
        object.put("payment_intent", payment.transactionId());
        object.put("payment_status", event.status());
        object.put("status", "complete");
    }

    private Map<String, Object> metadata() {
        return payment.orderNo() == null ? Map.of() : Map.of("order_no", payment.orderNo());
    }

    private long amount() {
        return StripeAmount.ofMinorUnits(payment.amount(), payment.currency());
    }

    private String currency() {
        return payment.currency().toLowerCase(Locale.ROOT);
    }
}
