package dev.payonce.channel.alipay;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.Acknowledgement;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import dev.payonce.Receipt;
import dev.payonce.Refusal;
import dev.payonce.channel.Form;
import dev.payonce.channel.Ids;
import dev.payonce.channel.KeyReport;
import dev.payonce.channel.KeyedChannel;
import dev.payonce.channel.PaymentTime;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.RsaSignature;
import dev.payonce.channel.VerificationKey;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A seller's asynchronous notifications from Alipay (channels.md 3): a form in the body, signed RSA2. The query string is
 * never read, since anybody may add to it. The signature is verified over bytes before any value is read as text; there is
 * no freshness rule, so that only idempotency answers a replay.
 *
 * <p>A payment is told by its {@code trade_no} alone and posts on TRADE_SUCCESS and TRADE_FINISHED alike, whether or not the
 * message reports a refund as well: a partial refund sends TRADE_SUCCESS again, and may be the first that reaches us (case
 * SEM-01).
 *
 * <p>Immutable and thread-safe.
 */
final class AlipayChannel implements KeyedChannel {
    private static final String PLATFORM = "alipay";
    private static final byte[] RSA2 = "RSA2".getBytes(StandardCharsets.US_ASCII);
    private static final Set<String> PAID = Set.of("TRADE_SUCCESS", "TRADE_FINISHED");
    private static final String TRADE_NOTIFICATION = "trade_status_sync";
    private static final Set<String> UNSIGNED = Set.of("sign", "sign_type");
    private static final String TEXT = "text/plain";

    /** Whatever decides what is posted, for whom: in the signed text each may stand once only. */
    private static final List<String> DECISIVE = List.of(
            "app_id",
            "charset",
            "gmt_payment",
            "notify_type",
            "out_trade_no",
            "seller_id",
            "total_amount",
            "trade_no",
            "trade_status",
            "trans_currency");

    private final AlipaySettings settings;

    AlipayChannel(AlipaySettings settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return settings.name();
    }

    @Override
    public KeyReport keys(Instant now) {
        return KeyReport.of(settings.keys().all(), now);
    }

    @Override
    public List<Decoded> decode(Delivery delivery) {
        try {
            Form form = Form.parse(delivery.body().bytes(), UNSIGNED);
            verify(form, delivery.receivedAt());
            return List.of(decodeVerified(form, delivery));
        } catch (RefusedException e) {
            return List.of(e.decoded());
        }
    }

    private void verify(Form form, Instant receivedAt) throws RefusedException {
        // sign_type stands outside the signature: it may confirm our choice and cannot make it.
        if (!MessageDigest.isEqual(RSA2, form.value("sign_type"))) {
            throw new RefusedException(Refusal.BAD_SIGNATURE, "sign_type is not RSA2");
        }
        byte[] signature = RsaSignature.decodeBase64(form.value("sign"));
        if (signature == null || signature.length == 0) {
            throw new RefusedException(Refusal.BAD_SIGNATURE, "sign is missing or not base64");
        }
        // Alipay names no key. The present kind of text first, for every key; then the older kind.
        boolean valid = anyKeySigned(form.signedText(false), signature, receivedAt)
                || (form.hasEmptyValues() && anyKeySigned(form.signedText(true), signature, receivedAt));
        if (!valid) {
            throw new RefusedException(Refusal.BAD_SIGNATURE, "signature does not match");
        }
    }

    private boolean anyKeySigned(byte[] text, byte[] signature, Instant receivedAt) throws RefusedException {
        boolean asked = false;
        for (VerificationKey key : settings.keys().all()) {
            if (key.isValidAt(receivedAt)) {
                asked = true;
                if (RsaSignature.isValid(key.key(), signature, text)) {
                    return true;
                }
            }
        }
        if (!asked) {
            throw new RefusedException(Refusal.UNKNOWN_KEY, "no certificate is valid now");
        }
        return false;
    }

    private Decoded decodeVerified(Form form, Delivery delivery) throws RefusedException {
        for (String name : DECISIVE) {
            if (form.isAmbiguousIn(name)) {
                throw malformed("a value holds the text of the parameter " + name);
            }
        }
        AlipayText text = AlipayText.of(form);
        requireReceiver(text);
        String status = text.optional("trade_status");
        if (status == null || status.isEmpty()) {
            return withoutStatus(text);
        }
        if (!PAID.contains(status)) {
            return Decoded.ignored("trade status");
        }
        requireCny(text);
        return Decoded.payment(new PaymentNotification(
                name(),
                new PaymentKey(PLATFORM, sellerId(text), name(text, "trade_no")),
                orderNo(text),
                Yuan.parse(text.required("total_amount")),
                paidAt(text),
                delivery.receivedAt(),
                delivery.body()));
    }

    /**
     * Other notifications than of trades come to the same address and are none of ours. One of a trade, or the parameters of
     * the payer's return page, which carry no status, must not be acknowledged as if nothing had been paid.
     */
    private static Decoded withoutStatus(AlipayText text) throws RefusedException {
        String type = text.optional("notify_type");
        if (type == null || type.isEmpty() || type.equals(TRADE_NOTIFICATION)) {
            throw malformed("trade_status is missing");
        }
        return Decoded.ignored("notification type");
    }

    private void requireReceiver(AlipayText text) throws RefusedException {
        String appId = name(text, "app_id");
        if (!settings.appId().equals(appId)) {
            throw new RefusedException(Refusal.WRONG_RECEIVER, appId);
        }
        String sellerId = text.optional("seller_id");
        if (sellerId != null && !sellerId.isEmpty() && !settings.sellerId().equals(sellerId(text))) {
            throw new RefusedException(Refusal.WRONG_RECEIVER, sellerId(text));
        }
    }

    private static String sellerId(AlipayText text) throws RefusedException {
        return name(text, "seller_id");
    }

    private static String name(AlipayText text, String parameter) throws RefusedException {
        return Ids.name(text.required(parameter), parameter);
    }

    private static @Nullable String orderNo(AlipayText text) throws RefusedException {
        return Ids.orderNo(text.optional("out_trade_no"), "out_trade_no");
    }

    /** Cross-border products state total_amount in another currency, and say so here. */
    private static void requireCny(AlipayText text) throws RefusedException {
        String currency = text.optional("trans_currency");
        if (currency != null && !currency.isEmpty() && !currency.equals("CNY")) {
            throw malformed("trans_currency is not CNY");
        }
    }

    /** Null for what is no time: a payment must not be lost for an ornament. */
    private static @Nullable Instant paidAt(AlipayText text) throws RefusedException {
        String local = text.optional("gmt_payment");
        return PaymentTime.inChina(
                local == null ? null : local.replace(' ', 'T'), DateTimeFormatter.ISO_LOCAL_DATE_TIME);
    }

    @Override
    public Acknowledgement acknowledge(Receipt receipt) {
        return receipt.success() ? success() : failure();
    }

    private static Acknowledgement success() {
        return Acknowledgement.of(200, TEXT, "success");
    }

    private static Acknowledgement failure() {
        return Acknowledgement.of(200, TEXT, "failure");
    }
}
