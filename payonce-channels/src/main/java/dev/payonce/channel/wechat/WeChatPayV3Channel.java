package dev.payonce.channel.wechat;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.Acknowledgement;
import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.Money;
import dev.payonce.Outcome;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import dev.payonce.Receipt;
import dev.payonce.Refusal;
import dev.payonce.channel.Ids;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.KeyReport;
import dev.payonce.channel.KeyedChannel;
import dev.payonce.channel.PaymentTime;
import dev.payonce.channel.RecentPayments;
import dev.payonce.channel.RefreshingChannel;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.StrictJson;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A merchant's callbacks by WeChat Pay APIv3 (channels.md 1). The order of the checks:
 *
 * <ol>
 *   <li>the signing headers, a probe, the age of the attempt;
 *   <li>the key that the message names, and its signature over timestamp, nonce and the untouched body;
 *   <li>only then the JSON envelope: whether it reports a successful payment at all;
 *   <li>the decrypted resource: whether it is addressed to this merchant, whether it is paid, its ids and its amount.
 * </ol>
 *
 * <p>WeChat sends a notification again with the same body: one that was opened a moment ago is not opened again (4). Thread-safe.
 */
final class WeChatPayV3Channel implements KeyedChannel, RefreshingChannel {
    private static final String PLATFORM = "wechat";
    private static final String PAID_EVENT = "TRANSACTION.SUCCESS";
    private static final String PAYMENT_RESOURCE = "transaction";
    private static final String PAID_STATE = "SUCCESS";
    private static final String DEFAULT_CURRENCY = "CNY";
    private static final String JSON = "application/json";

    private final WeChatPayV3Settings settings;
    private final RecentPayments recent = new RecentPayments();

    WeChatPayV3Channel(WeChatPayV3Settings settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return settings.name();
    }

    @Override
    public KeyReport keys(Instant now) {
        return settings.keys().report(now);
    }

    @Override
    public void refresh(Instant now) {
        settings.keys().refresh(now);
    }

    @Override
    public void succeed(Channel predecessor) {
        if (predecessor instanceof WeChatPayV3Channel before
                && before.settings.merchantId().equals(settings.merchantId())) {
            settings.keys().succeed(before.settings.keys());
        }
    }

    @Override
    public List<Decoded> decode(Delivery delivery) {
        try {
            WeChatSignature.verify(delivery, settings.keys()::byId);
            Decoded known = recent.find(delivery.body(), delivery.receivedAt());
            return List.of(known == null ? decodeVerified(delivery) : known);
        } catch (RefusedException e) {
            return List.of(e.decoded());
        }
    }

    private Decoded decodeVerified(Delivery delivery) throws RefusedException {
        JsonObject envelope = StrictJson.read(delivery.body().bytes(), "body");
        if (!PAID_EVENT.equals(envelope.text("event_type"))) {
            return Decoded.ignored("event type");
        }
        JsonObject resource = envelope.object("resource");
        if (!PAYMENT_RESOURCE.equals(resource.text("original_type"))) {
            return Decoded.ignored("original type");
        }
        JsonObject payment = StrictJson.read(EncryptedResource.decrypt(resource, settings.apiV3Key()), "resource");
        requireReceiver(payment);
        if (!PAID_STATE.equals(payment.text("trade_state"))) {
            return Decoded.ignored("trade state");
        }
        return recent.remember(new PaymentNotification(
                name(),
                new PaymentKey(PLATFORM, settings.merchantId(), name(payment, "transaction_id")),
                orderNo(payment),
                money(payment.object("amount")),
                paidAt(payment),
                delivery.receivedAt(),
                delivery.body()));
    }

    private void requireReceiver(JsonObject payment) throws RefusedException {
        String merchantId = name(payment, "mchid");
        if (!settings.merchantId().equals(merchantId)) {
            throw new RefusedException(Refusal.WRONG_RECEIVER, merchantId);
        }
        String appId = name(payment, "appid");
        if (!settings.appIds().contains(appId)) {
            throw new RefusedException(Refusal.WRONG_RECEIVER, appId);
        }
    }

    private static String name(JsonObject payment, String member) throws RefusedException {
        return Ids.name(payment.text(member), member);
    }

    private static @Nullable String orderNo(JsonObject payment) throws RefusedException {
        return Ids.orderNo(payment.optionalText("out_trade_no"), "out_trade_no");
    }

    // total and not payer_total, which is what remains after coupons (channels.md 0.2).
    private static Money money(JsonObject amount) throws RefusedException {
        String currency = amount.optionalText("currency");
        if (currency == null) {
            currency = DEFAULT_CURRENCY;
        }
        if (!Money.isCurrency(currency)) {
            throw malformed("amount.currency is not a currency");
        }
        return new Money(amount.amount("total"), currency);
    }

    /** Null for what is no time: a payment must not be lost for an ornament. */
    private static @Nullable Instant paidAt(JsonObject payment) throws RefusedException {
        return PaymentTime.withOffset(payment.optionalText("success_time"));
    }

    @Override
    public Acknowledgement acknowledge(Receipt receipt) {
        return receipt.success() ? success() : failure(receipt);
    }

    private static Acknowledgement success() {
        return Acknowledgement.of(200, JSON, "{\"code\":\"SUCCESS\",\"message\":\"成功\"}");
    }

    private static Acknowledgement failure(Receipt receipt) {
        String code = receipt.outcome() == Outcome.IN_PROGRESS ? "PROCESSING" : "FAIL";
        // Messages are constants without quotes or backslashes.
        return Acknowledgement.of(
                receipt.status(), JSON, "{\"code\":\"" + code + "\",\"message\":\"" + receipt.message() + "\"}");
    }
}
