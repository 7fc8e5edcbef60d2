package dev.payonce.channel.stripe;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.Acknowledgement;
import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import dev.payonce.Receipt;
import dev.payonce.Refusal;
import dev.payonce.channel.Ids;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.StrictJson;
import java.util.List;

/**
 * The events of a Stripe account (channels.md 5). Only {@code payment_intent.succeeded} posts, by the PaymentIntent's id: of
 * the three events that report one payment, one posts, whatever their order (case IDE-03). The others, those of the other
 * mode and PaymentIntents without an order's number are acknowledged and nothing else, since an endpoint is shared with
 * other uses (cases ACK-08, BIZ-04, SEM-03).
 *
 * <p>Immutable and thread-safe.
 */
final class StripeChannel implements Channel {
    private static final String PLATFORM = "stripe";
    private static final String PAID_EVENT = "payment_intent.succeeded";
    private static final String PAID_STATUS = "succeeded";
    private static final String PAYMENT_INTENT = "payment_intent";

    /** In place of the merchant where an event names no account. An account's id begins with {@code acct_}. */
    private static final String OWN_ACCOUNT = "own";

    private final StripeSettings settings;

    StripeChannel(StripeSettings settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return settings.name();
    }

    @Override
    public List<Decoded> decode(Delivery delivery) {
        try {
            StripeSignature.of(delivery)
                    .require(settings.secrets(), delivery.body().bytes(), delivery.receivedAt());
            return List.of(decodeVerified(delivery));
        } catch (RefusedException e) {
            return List.of(e.decoded());
        }
    }

    private Decoded decodeVerified(Delivery delivery) throws RefusedException {
        JsonObject event = StrictJson.read(delivery.body().bytes(), "body");
        if (!PAID_EVENT.equals(event.optionalText("type"))) {
            return Decoded.ignored("event type");
        }
        // A live endpoint of a platform gets the test events of its connected accounts too: not an error of anybody's.
        if (event.flag("livemode") != settings.livemode()) {
            return Decoded.ignored("livemode");
        }
        String account = requireAccount(event);
        JsonObject intent = event.object("data").object("object");
        if (!isAbsentOr(PAYMENT_INTENT, intent, "object")) {
            throw malformed("data.object is no PaymentIntent");
        }
        if (!isAbsentOr(PAID_STATUS, intent, "status")) {
            return Decoded.ignored("status");
        }
        String orderNo = settings.orderNo().optionalText(intent);
        if (orderNo == null || orderNo.isEmpty()) {
            return Decoded.ignored("no order number");
        }
        return Decoded.payment(new PaymentNotification(
                name(),
                new PaymentKey(PLATFORM, account, Ids.name(intent.text("id"), "id")),
                Ids.orderNo(orderNo, "order number"),
                StripeMoney.of(intent.amount("amount_received"), intent.text("currency")),
                event.optionalTime("created"),
                delivery.receivedAt(),
                delivery.body()));
    }

    /**
     * The account in the payment's key. Only events of connected accounts name one: those are other people, who choose the
     * metadata of what is paid to themselves, and must not pay orders of ours.
     */
    private String requireAccount(JsonObject event) throws RefusedException {
        String account = event.optionalText("account");
        String named = account == null ? OWN_ACCOUNT : Ids.name(account, "account");
        boolean ours = account == null
                ? settings.accounts().isEmpty()
                : settings.accounts().contains(account);
        if (!ours) {
            throw new RefusedException(Refusal.WRONG_RECEIVER, named);
        }
        return named;
    }

    /** The event's type has said it already: what is repeated here may be left out, but must not be something else. */
    private static boolean isAbsentOr(String expected, JsonObject object, String member) throws RefusedException {
        String value = object.optionalText(member);
        return value == null || value.equals(expected);
    }

    /** Any 2xx is success to Stripe; bodies are not read. */
    @Override
    public Acknowledgement acknowledge(Receipt receipt) {
        return Acknowledgement.empty(receipt.status());
    }
}
