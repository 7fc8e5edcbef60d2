package dev.payonce.channel.wechat;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.Money;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import dev.payonce.channel.Ids;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.PaymentTime;
import dev.payonce.channel.RefusedException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the decrypted resource of a verified callback reports. A payment by itself is one item. A combined payment
 * ({@code combine_out_trade_no}) is one item for each of its {@code sub_orders}, in their order, each judged by itself: one
 * that is not paid is ignored and one that is somebody else's is refused, and neither touches the others. Of both the checks
 * run in this order: whom it is addressed to, whether it is paid, its ids, its amount. Immutable and thread-safe.
 */
final class Transactions {
    private static final String PLATFORM = "wechat";
    private static final String PAID_STATE = "SUCCESS";
    private static final String DEFAULT_CURRENCY = "CNY";
    private static final String SUB_ORDERS = "sub_orders";
    /** Twice of what WeChat Pay lets be combined. */
    private static final int MAX_SUB_ORDERS = 100;

    private final String channel;
    private final Receivers receivers;

    Transactions(String channel, Receivers receivers) {
        this.channel = channel;
        this.receivers = receivers;
    }

    List<Decoded> read(JsonObject resource, Delivery delivery) throws RefusedException {
        if (!Receivers.has(resource, "combine_mchid") && !Receivers.has(resource, "combine_out_trade_no")) {
            return List.of(decode(resource, receivers.ofPayment(resource), "total", delivery));
        }
        receivers.requireCombiner(resource);
        List<JsonObject> orders = resource.objects(SUB_ORDERS);
        if (orders.isEmpty() || orders.size() > MAX_SUB_ORDERS) {
            throw malformed(SUB_ORDERS + " holds no order or too many");
        }
        List<Decoded> items = new ArrayList<>();
        for (JsonObject order : orders) {
            items.add(subOrder(order, delivery));
        }
        return List.copyOf(items);
    }

    private Decoded subOrder(JsonObject order, Delivery delivery) {
        try {
            return decode(order, receivers.ofSubOrder(order), "total_amount", delivery);
        } catch (RefusedException e) {
            return e.decoded();
        }
    }

    // total and not payer_total or payer_amount, which are what remains after coupons (channels.md 0.2).
    private Decoded decode(JsonObject payment, String merchant, String total, Delivery delivery)
            throws RefusedException {
        if (!PAID_STATE.equals(payment.text("trade_state"))) {
            return Decoded.ignored("trade state");
        }
        String transactionId = Ids.name(payment.text("transaction_id"), "transaction_id");
        return Decoded.payment(new PaymentNotification(
                channel,
                new PaymentKey(PLATFORM, merchant, transactionId),
                Ids.orderNo(payment.optionalText("out_trade_no"), "out_trade_no"),
                money(payment.object("amount"), total),
                paidAt(payment),
                delivery.receivedAt(),
                delivery.body()));
    }

    private static Money money(JsonObject amount, String total) throws RefusedException {
        String currency = amount.optionalText("currency");
        if (currency == null) {
            currency = DEFAULT_CURRENCY;
        }
        if (!Money.isCurrency(currency)) {
            throw malformed("amount.currency is not a currency");
        }
        return new Money(amount.amount(total), currency);
    }

    /** Null for what is no time: a payment must not be lost for an ornament. */
    private static @Nullable Instant paidAt(JsonObject payment) throws RefusedException {
        return PaymentTime.withOffset(payment.optionalText("success_time"));
    }
}
