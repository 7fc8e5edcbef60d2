package dev.payonce.channel.standardwebhooks;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.Acknowledgement;
import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.Money;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import dev.payonce.Receipt;
import dev.payonce.channel.Currencies;
import dev.payonce.channel.Ids;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.JsonPointer;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.StrictJson;
import java.util.List;

/**
 * The webhooks of a sender that follows the Standard Webhooks specification (channels.md 9), in a body of its own form:
 * configured {@link PaymentFields pointers} say where a payment's parts stand. A message whose status is none of those that
 * mean paid, and one without an order's number, is acknowledged and nothing else.
 *
 * <p>A payment is told by the sender's id of the payment, never by {@code webhook-id}. The specification knows no merchant:
 * each channel is a sender of its own, with ids of its own, and its name stands in the key in the merchant's place.
 *
 * <p>Immutable and thread-safe.
 */
final class StandardWebhooksChannel implements Channel {
    private static final String PLATFORM = "standard-webhooks";

    private final StandardWebhooksSettings settings;

    StandardWebhooksChannel(StandardWebhooksSettings settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return settings.name();
    }

    @Override
    public List<Decoded> decode(Delivery delivery) {
        try {
            WebhookHeaders.of(delivery)
                    .require(settings.secrets(), delivery.body().bytes(), delivery.receivedAt());
            return List.of(decodeVerified(delivery));
        } catch (RefusedException e) {
            return List.of(e.decoded());
        }
    }

    private Decoded decodeVerified(Delivery delivery) throws RefusedException {
        JsonObject body = StrictJson.read(delivery.body().bytes(), "body");
        PaymentFields fields = settings.fields();
        if (!fields.status().isOneOf(fields.paid(), body)) {
            return Decoded.ignored("status");
        }
        String orderNo = fields.orderNo().optionalText(body);
        if (orderNo == null || orderNo.isEmpty()) {
            return Decoded.ignored("no order number");
        }
        return Decoded.payment(new PaymentNotification(
                name(),
                new PaymentKey(
                        PLATFORM,
                        name(),
                        Ids.name(text(fields.transactionId(), body, "transaction id"), "transaction id")),
                Ids.orderNo(orderNo, "order number"),
                money(fields, body),
                null,
                delivery.receivedAt(),
                delivery.body()));
    }

    private static Money money(PaymentFields fields, JsonObject body) throws RefusedException {
        String currency = Currencies.code(text(fields.currency(), body, "currency"), "currency");
        JsonObject parent = fields.amount().parent(body);
        if (parent == null) {
            throw malformed("amount is missing");
        }
        return new Money(parent.amount(fields.amount().last()), currency);
    }

    private static String text(JsonPointer pointer, JsonObject body, String what) throws RefusedException {
        String text = pointer.optionalText(body);
        if (text == null) {
            throw malformed(what + " is missing");
        }
        return text;
    }

    /** Any 2xx is success to the specification; bodies are not read. Never 410, which would end all deliveries. */
    @Override
    public Acknowledgement acknowledge(Receipt receipt) {
        return Acknowledgement.empty(receipt.status());
    }
}
