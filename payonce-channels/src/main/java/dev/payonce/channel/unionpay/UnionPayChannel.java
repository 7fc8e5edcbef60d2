package dev.payonce.channel.unionpay;

import static dev.payonce.channel.RefusedException.malformed;

import dev.payonce.Acknowledgement;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.Money;
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
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.PublicKey;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A merchant's back-end notifications from UnionPay, acp 5.1.0 (channels.md 4): a form in the body, signed with a certificate
 * that it brings along. The query string is never read. The order of the checks:
 *
 * <ol>
 *   <li>the certificate: chained to the pinned ones, valid at the receipt, UnionPay's by its name;
 *   <li>the signature, over the hex text of the digest of the decoded bytes;
 *   <li>whether it is addressed to this merchant, whether it is a payment that surely succeeded, its ids and its amount.
 * </ol>
 *
 * <p>There is no freshness rule, so that only idempotency answers a replay. Thread-safe.
 */
final class UnionPayChannel implements KeyedChannel {
    private static final String PLATFORM = "unionpay";
    private static final Set<String> UNSIGNED = Set.of("signature");
    private static final byte[] RSA_CERTIFICATE = "01".getBytes(StandardCharsets.US_ASCII);
    private static final String PURCHASE = "01";
    private static final String SUCCESS = "00";
    private static final Set<String> UNCLEAR = Set.of("A6", "03", "04", "05");
    private static final String YUAN = "156";
    private static final String TEXT = "text/plain";
    private static final Pattern FEN = Pattern.compile("[0-9]{1,15}");

    /** Whatever decides what is posted, for whom: in the signed text each may stand once only. */
    private static final List<String> DECISIVE = List.of(
            "currencyCode",
            "encoding",
            "merId",
            "orderId",
            "queryId",
            "respCode",
            "signMethod",
            "signPubKeyCert",
            "txnAmt",
            "txnTime",
            "txnType");

    private final UnionPaySettings settings;
    private final MessageCertificates certificates;

    UnionPayChannel(UnionPaySettings settings) {
        this.settings = settings;
        this.certificates = new MessageCertificates(settings.chains());
    }

    @Override
    public String name() {
        return settings.name();
    }

    @Override
    public KeyReport keys(Instant now) {
        return settings.chains().report(now);
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
        byte[] signature = RsaSignature.decodeBase64(form.value("signature"));
        if (signature == null || signature.length == 0) {
            throw new RefusedException(Refusal.BAD_SIGNATURE, "signature is missing or not base64");
        }
        // The message may confirm our choice of algorithm and cannot make it.
        if (!MessageDigest.isEqual(RSA_CERTIFICATE, form.value("signMethod"))) {
            throw new RefusedException(Refusal.BAD_SIGNATURE, "signMethod is not 01");
        }
        PublicKey key = certificates.key(form.value("signPubKeyCert"), receivedAt);
        if (!RsaSignature.isValid(key, signature, HexDigest.of(form.signedText(false)))) {
            throw new RefusedException(Refusal.BAD_SIGNATURE, "signature does not match");
        }
    }

    private Decoded decodeVerified(Form form, Delivery delivery) throws RefusedException {
        for (String name : DECISIVE) {
            if (form.isAmbiguousIn(name)) {
                throw malformed("a value holds the text of the parameter " + name);
            }
        }
        String merchantId = name(form, "merId");
        if (!settings.merchantId().equals(merchantId)) {
            throw new RefusedException(Refusal.WRONG_RECEIVER, merchantId);
        }
        if (!PURCHASE.equals(required(form, "txnType"))) {
            return Decoded.ignored("transaction type");
        }
        String respCode = required(form, "respCode");
        if (UNCLEAR.contains(respCode)) {
            // UnionPay's own advice (channels.md 4.3): ask, and post only what the answer says. Nobody asks here yet.
            return Decoded.ignored("respCode unclear, query the order at UnionPay");
        }
        if (!SUCCESS.equals(respCode)) {
            return Decoded.ignored("respCode");
        }
        return Decoded.payment(new PaymentNotification(
                name(),
                new PaymentKey(PLATFORM, settings.merchantId(), name(form, "queryId")),
                Ids.orderNo(optional(form, "orderId"), "orderId"),
                money(form),
                orderedAt(form),
                delivery.receivedAt(),
                delivery.body()));
    }

    private static Money money(Form form) throws RefusedException {
        if (!YUAN.equals(required(form, "currencyCode"))) {
            throw malformed("currencyCode is not 156");
        }
        String fen = required(form, "txnAmt");
        if (!FEN.matcher(fen).matches()) {
            throw malformed("txnAmt is not a number of fen");
        }
        return new Money(Long.parseLong(fen), "CNY");
    }

    /** The order's time, the only one with a year. Null for what is no time: a payment must not be lost for an ornament. */
    private static @Nullable Instant orderedAt(Form form) throws RefusedException {
        return PaymentTime.inChina(optional(form, "txnTime"), PaymentTime.COMPACT);
    }

    private static String name(Form form, String parameter) throws RefusedException {
        return Ids.name(required(form, parameter), parameter);
    }

    private static String required(Form form, String parameter) throws RefusedException {
        String text = optional(form, parameter);
        if (text == null) {
            throw malformed(parameter + " is missing");
        }
        return text;
    }

    /**
     * Null for an absent or empty parameter: no signature tells these apart. Every value that is read here is ASCII, so that
     * {@code encoding} need not be believed.
     */
    private static @Nullable String optional(Form form, String parameter) throws RefusedException {
        byte[] value = form.value(parameter);
        for (byte b : value) {
            if (b < 0) {
                throw malformed(parameter + " is not ASCII");
            }
        }
        return value.length == 0 ? null : new String(value, StandardCharsets.US_ASCII);
    }

    @Override
    public Acknowledgement acknowledge(Receipt receipt) {
        return receipt.success() ? success() : Acknowledgement.empty(receipt.status());
    }

    private static Acknowledgement success() {
        return Acknowledgement.of(200, TEXT, "ok");
    }
}
