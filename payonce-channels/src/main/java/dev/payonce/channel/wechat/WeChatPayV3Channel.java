package dev.payonce.channel.wechat;

import dev.payonce.Acknowledgement;
import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.Outcome;
import dev.payonce.Receipt;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.KeyReport;
import dev.payonce.channel.KeyedChannel;
import dev.payonce.channel.RecentPayments;
import dev.payonce.channel.RefreshingChannel;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.StrictJson;
import java.time.Instant;
import java.util.List;

/**
 * A merchant's or a service provider's callbacks by WeChat Pay APIv3 (channels.md 1). The order of the checks:
 *
 * <ol>
 *   <li>the signing headers, a probe, the age of the attempt;
 *   <li>the key that the message names, and its signature over timestamp, nonce and the untouched body;
 *   <li>only then the JSON envelope: whether it reports a successful payment at all;
 *   <li>the decrypted resource: {@link Transactions one payment or several}.
 * </ol>
 *
 * <p>WeChat sends a notification again with the same body: one that was opened a moment ago is not opened again (4). Thread-safe.
 */
final class WeChatPayV3Channel implements KeyedChannel, RefreshingChannel {
    private static final String PAID_EVENT = "TRANSACTION.SUCCESS";
    private static final String PAYMENT_RESOURCE = "transaction";
    private static final String JSON = "application/json";

    private final WeChatPayV3Settings settings;
    private final Transactions transactions;
    private final RecentPayments recent = new RecentPayments();

    WeChatPayV3Channel(WeChatPayV3Settings settings) {
        this.settings = settings;
        this.transactions = new Transactions(settings.name(), settings.receivers());
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
                && before.settings
                        .receivers()
                        .merchantId()
                        .equals(settings.receivers().merchantId())) {
            settings.keys().succeed(before.settings.keys());
        }
    }

    @Override
    public List<Decoded> decode(Delivery delivery) {
        try {
            WeChatSignature.verify(delivery, settings.keys()::byId);
            List<Decoded> known = recent.find(delivery.body(), delivery.receivedAt());
            return known == null ? decodeVerified(delivery) : known;
        } catch (RefusedException e) {
            return List.of(e.decoded());
        }
    }

    private List<Decoded> decodeVerified(Delivery delivery) throws RefusedException {
        JsonObject envelope = StrictJson.read(delivery.body().bytes(), "body");
        if (!PAID_EVENT.equals(envelope.text("event_type"))) {
            return List.of(Decoded.ignored("event type"));
        }
        JsonObject resource = envelope.object("resource");
        if (!PAYMENT_RESOURCE.equals(resource.text("original_type"))) {
            return List.of(Decoded.ignored("original type"));
        }
        JsonObject content = StrictJson.read(EncryptedResource.decrypt(resource, settings.apiV3Key()), "resource");
        return recent.remember(delivery.body(), transactions.read(content, delivery));
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
