package dev.payonce.channel.wechatv2;

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
import dev.payonce.channel.PaymentTime;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.RsaSignature;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A merchant's or a service provider's callbacks by WeChat Pay APIv2 (channels.md 2): flat XML whose signature is one of its elements, so that the
 * elements are read, strictly, before it is verified; no value of theirs is used before. The order of the checks:
 *
 * <ol>
 *   <li>the XML: flat, without document type, entities or repeated elements;
 *   <li>the signature over every element, by an algorithm that the merchant has enabled; a refund message has none and must
 *       decrypt with one of the API keys instead, and is ignored then;
 *   <li>whether it is addressed to this merchant or, at a service provider's channel, to one of its sub-merchants, whether it is paid, its ids and its amount.
 * </ol>
 *
 * <p>There is no freshness rule, so that only idempotency answers a replay. The payment's identity is the same as APIv3's: a
 * merchant may move from one to the other in the middle of a payment. Immutable and thread-safe.
 */
final class WeChatPayV2Channel implements Channel {
    private static final String PLATFORM = "wechat";
    private static final String SUCCESS = "SUCCESS";
    private static final String DEFAULT_CURRENCY = "CNY";
    private static final String XML = "text/xml";
    private static final Pattern SIGNATURE = Pattern.compile("[0-9A-F]+");
    private static final Pattern FEN = Pattern.compile("[0-9]{1,15}");

    /** Whatever decides what is posted, for whom: in the signed text each may stand once only. */
    private static final List<String> DECISIVE = List.of(
            "appid",
            "change_type",
            "combine_mch_id",
            "fee_type",
            "mch_id",
            "out_trade_no",
            "req_info",
            "result_code",
            "return_code",
            "sub_appid",
            "sub_mch_id",
            "time_end",
            "total_fee",
            "trade_state",
            "transaction_id");

    private final WeChatPayV2Settings settings;

    WeChatPayV2Channel(WeChatPayV2Settings settings) {
        this.settings = settings;
    }

    @Override
    public String name() {
        return settings.name();
    }

    @Override
    public List<Decoded> decode(Delivery delivery) {
        try {
            XmlFields fields = XmlFields.parse(delivery.body().bytes());
            if (!fields.root().equals("xml")) {
                throw malformed("root element is not xml");
            }
            String refund = fields.optional("req_info");
            if (refund != null && fields.optional("sign") == null) {
                return List.of(decodeRefund(fields, refund));
            }
            verify(fields);
            return List.of(decodeVerified(fields, delivery));
        } catch (RefusedException e) {
            return List.of(e.decoded());
        }
    }

    /** The algorithm is found by the length, among those configured; the message's own word for it is not asked. */
    private void verify(XmlFields fields) throws RefusedException {
        String sign = fields.optional("sign");
        if (sign == null) {
            throw badSignature("sign is missing");
        }
        SignType type = SignType.ofLength(sign.length())
                .filter(settings.signTypes()::contains)
                .orElseThrow(() -> badSignature("sign is of no allowed sign type"));
        if (!SIGNATURE.matcher(sign).matches()) {
            throw badSignature("sign is not in upper-case hex");
        }
        byte[] signature = HexFormat.of().parseHex(sign);
        byte[] text = fields.signedText();
        if (settings.apiKeys().stream().noneMatch(key -> key.signed(type, text, signature))) {
            throw badSignature("signature does not match");
        }
    }

    private static RefusedException badSignature(String detail) {
        return new RefusedException(Refusal.BAD_SIGNATURE, detail);
    }

    /** Refund messages carry no signature: that they decrypt is all that tells who wrote them (channels.md 2.5). */
    private Decoded decodeRefund(XmlFields fields, String encrypted) throws RefusedException {
        if (settings.apiKeys().stream().noneMatch(key -> isRefund(key, encrypted))) {
            throw badSignature("req_info does not decrypt");
        }
        requireReceiver(fields);
        return Decoded.ignored("refund");
    }

    private static boolean isRefund(ApiKey key, String encrypted) {
        byte[] ciphertext = RsaSignature.decodeBase64(encrypted.getBytes(StandardCharsets.UTF_8));
        byte[] content = ciphertext == null ? null : key.decryptRefund(ciphertext);
        if (content == null) {
            return false;
        }
        try {
            // One padding in 256 is right by chance; a document is not.
            XmlFields refund = XmlFields.parse(content);
            return refund.root().equals("root") && refund.optional("refund_id") != null;
        } catch (RefusedException e) {
            return false;
        }
    }

    private Decoded decodeVerified(XmlFields fields, Delivery delivery) throws RefusedException {
        for (String name : DECISIVE) {
            if (fields.isAmbiguousIn(name)) {
                throw malformed("a value holds the text of the element " + name);
            }
        }
        if (!SUCCESS.equals(fields.required("return_code"))) {
            return Decoded.ignored("return code");
        }
        requireReceiver(fields);
        String transactionId = fields.optional("transaction_id");
        if (fields.optional("req_info") != null) {
            return Decoded.ignored("refund");
        }
        if (transactionId == null && fields.optional("change_type") != null) {
            return Decoded.ignored("contract");
        }
        if (!SUCCESS.equals(fields.required("result_code"))) {
            return Decoded.ignored("result code");
        }
        String tradeState = fields.optional("trade_state");
        if (tradeState != null && !tradeState.equals(SUCCESS)) {
            return Decoded.ignored("trade state");
        }
        return Decoded.payment(new PaymentNotification(
                name(),
                new PaymentKey(PLATFORM, settings.merchantId(), name(fields, "transaction_id")),
                Ids.orderNo(fields.optional("out_trade_no"), "out_trade_no"),
                money(fields),
                paidAt(fields),
                delivery.receivedAt(),
                delivery.body()));
    }

    private void requireReceiver(XmlFields fields) throws RefusedException {
        if (fields.optional("combine_mch_id") != null) {
            throw malformed("a combined payment; they are taken by APIv3 only");
        }
        String merchantId = name(fields, "mch_id");
        if (!settings.merchantId().equals(merchantId)) {
            throw new RefusedException(Refusal.WRONG_RECEIVER, merchantId);
        }
        String appId = name(fields, "appid");
        if (!settings.appIds().contains(appId)) {
            throw new RefusedException(Refusal.WRONG_RECEIVER, appId);
        }
        requireSubMerchant(fields, merchantId);
    }

    /** A service provider's messages are about the money of its sub-merchants, a merchant's about its own. */
    private void requireSubMerchant(XmlFields fields, String merchantId) throws RefusedException {
        if (fields.optional("sub_mch_id") == null) {
            if (!settings.subMerchants().isEmpty()) {
                throw new RefusedException(Refusal.WRONG_RECEIVER, merchantId + " without sub_mch_id");
            }
            return;
        }
        String subMerchant = name(fields, "sub_mch_id");
        if (!settings.subMerchants().admits(subMerchant)) {
            throw new RefusedException(Refusal.WRONG_RECEIVER, subMerchant);
        }
        if (fields.optional("sub_appid") != null) {
            String subApp = name(fields, "sub_appid");
            if (!settings.appIds().contains(subApp) && !settings.subApps().admits(subApp)) {
                throw new RefusedException(Refusal.WRONG_RECEIVER, subApp);
            }
        }
    }

    private static String name(XmlFields fields, String element) throws RefusedException {
        return Ids.name(fields.required(element), element);
    }

    // total_fee and not cash_fee or settlement_total_fee, which are what remains after coupons (channels.md 0.2).
    private static Money money(XmlFields fields) throws RefusedException {
        String fen = fields.required("total_fee");
        if (!FEN.matcher(fen).matches()) {
            throw malformed("total_fee is not a number of fen");
        }
        String currency = fields.optional("fee_type");
        if (currency == null) {
            currency = DEFAULT_CURRENCY;
        }
        if (!Money.isCurrency(currency)) {
            throw malformed("fee_type is not a currency");
        }
        return new Money(Long.parseLong(fen), currency);
    }

    /** Null for what is no time: a payment must not be lost for an ornament. */
    private static @Nullable Instant paidAt(XmlFields fields) {
        return PaymentTime.inChina(fields.optional("time_end"), PaymentTime.COMPACT);
    }

    @Override
    public Acknowledgement acknowledge(Receipt receipt) {
        return receipt.success() ? success() : failure(receipt);
    }

    private static Acknowledgement success() {
        return answer(200, SUCCESS, "OK");
    }

    private static Acknowledgement failure(Receipt receipt) {
        // Messages are constants that hold no markup.
        return answer(receipt.status(), "FAIL", receipt.message());
    }

    /** On one line, without declaration: WeChat Pay does not read anything else (case ACK-01). */
    private static Acknowledgement answer(int status, String code, String message) {
        return Acknowledgement.of(
                status,
                XML,
                "<xml><return_code><![CDATA[" + code + "]]></return_code><return_msg><![CDATA[" + message
                        + "]]></return_msg></xml>");
    }
}
