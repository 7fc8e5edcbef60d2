package dev.payonce.simulator.square;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.Platform;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.wire.Hmac;
import dev.payonce.simulator.wire.Json;
import dev.payonce.simulator.wire.RandomText;
import java.time.Instant;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** A Square notification: body, event id and signature are the same in every attempt (channels.md 8.1). */
final class SquareNotification implements Notification {
    private static final String SIGNATURE = "x-square-hmacsha256-signature";
    private static final long TIP = 100;

    private final Square account;
    private final SimulatedPayment payment;
    private final SquareEvent event;
    private final String eventId;

    SquareNotification(Square account, SimulatedPayment payment, SquareEvent event, RandomGenerator random) {
        this.account = account;
        this.payment = payment;
        this.event = event;
        this.eventId = new UUID(random.nextLong(), random.nextLong()).toString();
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
        return event.type() + " " + event.status();
    }

    @Override
    public SignedRequest sign(Set<Forgery> forgeries, Instant at, RandomGenerator random) {
        Forgery.requirePossible(forgeries, account);
        String merchantId =
                forgeries.contains(Forgery.OTHER_MERCHANT) ? account.merchantId() + "9" : account.merchantId();
        byte[] body = body(merchantId, payment.amount());
        String key = forgeries.contains(Forgery.WRONG_SIGNATURE)
                ? RandomText.alphanumeric(random, account.signatureKey().length())
                : account.signatureKey();
        byte[] mac = Hmac.sha256(key.getBytes(UTF_8), account.notificationUrl().getBytes(UTF_8), body);
        SignedRequest request = SignedRequest.post(
                Map.of(
                        "Content-Type",
                        "application/json",
                        "square-environment",
                        "Production",
                        SIGNATURE,
                        forgeries.contains(Forgery.EMPTY_SIGNATURE)
                                ? ""
                                : Base64.getEncoder().encodeToString(mac)),
                forgeries.contains(Forgery.TAMPERED_BODY) ? body(merchantId, payment.amount() + 1) : body);
        return forgeries.contains(Forgery.MISSING_SIGNATURE) ? request.withoutHeader(SIGNATURE) : request;
    }

    private byte[] body(String merchantId, long amount) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("type", "payment");
        data.put("id", payment.transactionId());
        data.put("object", Map.of("payment", object(amount)));
        Map<String, Object> body = new LinkedHashMap<>();
        body.put("merchant_id", merchantId);
        body.put("type", event.type());
        body.put("event_id", eventId);
        body.put("created_at", payment.paidAt().toString());
        body.put("data", data);
        return Json.escapingSlashes(body).getBytes(UTF_8);
    }

    private Map<String, Object> object(long amount) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("amount_money", money(amount));
        object.put("created_at", payment.paidAt().toString());
        object.put("id", payment.transactionId());
        object.put("location_id", account.locationId());
        object.put("note", "gift 🎁 è");
        if (event.feeKnown()) {
            object.put("processing_fee", List.of(Map.of("amount_money", money(30))));
        }
        if (payment.orderNo() != null) {
            object.put("reference_id", payment.orderNo());
        }
        object.put("status", event.status());
        // More than the order's amount: a receiver that compares the total is wrong (channels.md 0.2).
        object.put("tip_money", money(TIP));
        object.put("total_money", money(amount + TIP));
        object.put("version", event.version());
        return object;
    }

    private Map<String, Object> money(long amount) {
        Map<String, Object> money = new LinkedHashMap<>();
        money.put("amount", amount);
        money.put("currency", payment.currency());
        return money;
    }
}
