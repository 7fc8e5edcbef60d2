package dev.payonce.channel.adyen;

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
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.StrictJson;
import java.util.ArrayList;
import java.util.List;

/**
 * The standard webhooks of one Adyen merchant account (channels.md 7). Adyen signs the items inside the body and not the
 * body, so that the JSON must be read, strictly, before anything can be verified; nothing of it is looked up or believed
 * until then. The order of the checks:
 *
 * <ol>
 *   <li>the JSON, and that it says whether it is live;
 *   <li>for each item by itself: its signature over its eight signed fields;
 *   <li>whether it reports a successful payment at all;
 *   <li>whether it is addressed to this merchant account and comes from the expected of Adyen's two environments;
 *   <li>its references and its amount.
 * </ol>
 *
 * <p>Immutable and thread-safe.
 */
final class AdyenChannel implements Channel {
    private static final String PLATFORM = "adyen";
    /** Adyen sends one item in a delivery (channels.md 7.1). */
    private static final int MAX_ITEMS = 100;

    private final AdyenSettings settings;

    AdyenChannel(AdyenSettings settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return settings.name();
    }

    @Override
    public List<Decoded> decode(Delivery delivery) {
        try {
            JsonObject body = StrictJson.read(delivery.body().bytes(), "body");
            boolean live = isLive(body);
            List<JsonObject> items = body.objects("notificationItems");
            if (items.isEmpty() || items.size() > MAX_ITEMS) {
                throw malformed("notificationItems holds no item or too many");
            }
            List<Decoded> decoded = new ArrayList<>();
            for (JsonObject item : items) {
                decoded.add(decode(item, live, delivery));
            }
            return decoded;
        } catch (RefusedException e) {
            return List.of(e.decoded());
        }
    }

    /** A text, not a boolean. Not covered by any signature: it can only keep a payment out (case BIZ-04). */
    private static boolean isLive(JsonObject body) throws RefusedException {
        String live = body.text("live");
        if (!live.equals("true") && !live.equals("false")) {
            throw malformed("live is not true or false");
        }
        return live.equals("true");
    }

    private Decoded decode(JsonObject wrapper, boolean live, Delivery delivery) {
        try {
            NotificationItem item = NotificationItem.of(wrapper.object("NotificationRequestItem"));
            item.verify(settings.keys());
            return decodeVerified(item, live, delivery);
        } catch (RefusedException e) {
            return e.decoded();
        }
    }

    private Decoded decodeVerified(NotificationItem item, boolean live, Delivery delivery) throws RefusedException {
        if (!item.isPayment()) {
            return Decoded.ignored("event code or failure");
        }
        String merchantAccount = Ids.name(item.merchantAccount(), "merchantAccountCode");
        if (!settings.merchantAccount().equals(merchantAccount)) {
            throw new RefusedException(Refusal.WRONG_RECEIVER, merchantAccount);
        }
        if (live != settings.live()) {
            return Decoded.ignored("live mode");
        }
        if (item.merchantReference().isEmpty()) {
            return Decoded.ignored("no merchant reference");
        }
        item.requireUnambiguous();
        return Decoded.payment(new PaymentNotification(
                name(),
                new PaymentKey(PLATFORM, merchantAccount, Ids.name(item.pspReference(), "pspReference")),
                Ids.orderNo(item.merchantReference(), "merchantReference"),
                money(item),
                // eventDate is not signed, and differs between reports of one payment.
                null,
                delivery.receivedAt(),
                delivery.body()));
    }

    private static Money money(NotificationItem item) throws RefusedException {
        return AdyenMoney.of(JsonObject.amount(item.value(), "amount.value"), item.currency());
    }

    @Override
    public Acknowledgement acknowledge(Receipt receipt) {
        return receipt.success() ? success() : Acknowledgement.empty(receipt.status());
    }

    private static Acknowledgement success() {
        return Acknowledgement.of(200, "text/plain", "[accepted]");
    }

    /** Adyen queues everything behind a delivery that is not accepted (channels.md 0.3). */
    @Override
    public boolean stopsAtFailure() {
        return true;
    }
}
