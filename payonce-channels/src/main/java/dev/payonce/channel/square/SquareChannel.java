package dev.payonce.channel.square;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.Acknowledgement;
import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.Money;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import dev.payonce.Receipt;
import dev.payonce.Refusal;
import dev.payonce.channel.Ids;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.PaymentTime;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.RsaSignature;
import dev.payonce.channel.SigningHeader;
import dev.payonce.channel.StrictJson;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A merchant's payment webhooks by Square (channels.md 8). The order of the checks:
 *
 * <ol>
 *   <li>the signature over the registered URL and the untouched body; the request's own URL is never looked at, since a
 *       proxy changes it and anybody can forge its parts;
 *   <li>only then the JSON: whether it reports a payment that is completed;
 *   <li>whether it is of this merchant and location;
 *   <li>its ids and its amount.
 * </ol>
 *
 * <p>One payment has many {@code payment.updated} events, each with an id of its own and also after it was completed: the
 * identity is the payment's id. Immutable and thread-safe.
 */
final class SquareChannel implements Channel {
    private static final String PLATFORM = "square";
    private static final String SIGNATURE = "x-square-hmacsha256-signature";
    private static final int MAX_SIGNATURE_LENGTH = 128;
    private static final Set<String> PAYMENT_EVENTS = Set.of("payment.created", "payment.updated");
    private static final String PAID_STATUS = "COMPLETED";

    private final SquareSettings settings;
    /** What stands before the body in the signed text. */
    private final byte[] signedPrefix;

    SquareChannel(SquareSettings settings) {
        this.settings = settings;
        this.signedPrefix = settings.notificationUrl().getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public String name() {
        return settings.name();
    }

    @Override
    public List<Decoded> decode(Delivery delivery) {
        try {
            verify(delivery);
            return List.of(decodeVerified(delivery));
        } catch (RefusedException e) {
            return List.of(e.decoded());
        }
    }

    private void verify(Delivery delivery) throws RefusedException {
        List<String> signatures = delivery.header(SIGNATURE);
        if (signatures.isEmpty() || signatures.get(0).isEmpty()) {
            throw new RefusedException(Refusal.BAD_SIGNATURE, "header " + SIGNATURE + " is missing");
        }
        byte[] mac = RsaSignature.decodeBase64(
                SigningHeader.single(delivery, SIGNATURE, MAX_SIGNATURE_LENGTH).getBytes(StandardCharsets.US_ASCII));
        if (mac == null
                || !settings.keys()
                        .matches(List.of(mac), signedPrefix, delivery.body().bytes())) {
            throw new RefusedException(Refusal.BAD_SIGNATURE, "signature does not match");
        }
    }

    private Decoded decodeVerified(Delivery delivery) throws RefusedException {
        JsonObject event = StrictJson.read(delivery.body().bytes(), "body");
        if (!PAYMENT_EVENTS.contains(event.text("type"))) {
            return Decoded.ignored("event type");
        }
        JsonObject payment = event.object("data").object("object").object("payment");
        if (!PAID_STATUS.equals(payment.text("status"))) {
            return Decoded.ignored("payment status");
        }
        requireReceiver(event, payment);
        String orderNo = payment.optionalText("reference_id");
        if (orderNo == null || orderNo.isEmpty()) {
            return Decoded.ignored("no reference id");
        }
        return Decoded.payment(new PaymentNotification(
                name(),
                new PaymentKey(PLATFORM, settings.merchantId(), Ids.name(payment.text("id"), "payment.id")),
                Ids.orderNo(orderNo, "reference_id"),
                money(payment.object("amount_money")),
                createdAt(payment),
                delivery.receivedAt(),
                delivery.body()));
    }

    private void requireReceiver(JsonObject event, JsonObject payment) throws RefusedException {
        String merchantId = Ids.name(event.text("merchant_id"), "merchant_id");
        if (!settings.merchantId().equals(merchantId)) {
            throw new RefusedException(Refusal.WRONG_RECEIVER, merchantId);
        }
        if (settings.locationIds().isEmpty()) {
            return;
        }
        String locationId = Ids.name(payment.text("location_id"), "location_id");
        if (!settings.locationIds().contains(locationId)) {
            throw new RefusedException(Refusal.WRONG_RECEIVER, locationId);
        }
    }

    // amount_money and not total_money, which adds the tip (channels.md 0.2). Units are those of ISO 4217.
    private static Money money(JsonObject amount) throws RefusedException {
        String currency = amount.text("currency");
        if (!Money.isCurrency(currency)) {
            throw malformed("amount_money.currency is not a currency");
        }
        return new Money(amount.amount("amount"), currency);
    }

    /** Null for what is no time: a payment must not be lost for an ornament. */
    private static @Nullable Instant createdAt(JsonObject payment) throws RefusedException {
        return PaymentTime.withOffset(payment.optionalText("created_at"));
    }

    @Override
    public Acknowledgement acknowledge(Receipt receipt) {
        return Acknowledgement.empty(receipt.status());
    }
}
