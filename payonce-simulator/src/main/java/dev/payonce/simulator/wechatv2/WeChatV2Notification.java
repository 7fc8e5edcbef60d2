package dev.payonce.simulator.wechatv2;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.Platform;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.wire.Hmac;
import dev.payonce.simulator.wire.RandomText;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import javax.crypto.Cipher;
import javax.crypto.spec.SecretKeySpec;

/** An APIv2 notification: {@code nonce_str}, and with it the signature, are the attempt's (channels.md 0.1). */
final class WeChatV2Notification implements Notification {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMddHHmmss", Locale.ROOT);
    private static final ZoneOffset CHINA = ZoneOffset.ofHours(8);
    private static final int NONCE_LENGTH = 32;
    private static final String STRANGERS_KEY = "stranger".repeat(4);

    private final WeChatPayV2 account;
    private final SimulatedPayment payment;
    private final WeChatV2Event event;

    WeChatV2Notification(WeChatPayV2 account, SimulatedPayment payment, WeChatV2Event event) {
        this.account = account;
        this.payment = payment;
        this.event = event;
    }

    @Override
    public Platform platform() {
        return account;
    }

    @Override
    public SimulatedPayment payment() {
        return payment;
    }

    @Override
    public String event() {
        return event.refund() ? "REFUND" : event.resultCode();
    }

    @Override
    public SignedRequest sign(Set<Forgery> forgeries, Instant at, RandomGenerator random) {
        Forgery.requirePossible(forgeries, account);
        Map<String, String> fields = receiver(forgeries, random);
        String key = forgeries.contains(Forgery.WRONG_SIGNATURE) ? STRANGERS_KEY : account.apiKey();
        if (event.refund()) {
            fields.put("req_info", encrypted(refund(forgeries), key, forgeries));
            return post(fields);
        }
        putPayment(fields);
        String algorithm = forgeries.contains(Forgery.WEAK_ALGORITHM) ? WeChatPayV2.MD5 : account.signType();
        fields.put("sign_type", algorithm);
        String sign = sign(algorithm, signedText(fields) + "&key=" + key, key);
        if (!forgeries.contains(Forgery.MISSING_SIGNATURE)) {
            fields.put("sign", forgeries.contains(Forgery.EMPTY_SIGNATURE) ? "" : sign);
        }
        if (forgeries.contains(Forgery.TAMPERED_BODY)) {
            fields.put("total_fee", String.valueOf(payment.amount() + 1));
        }
        return post(fields);
    }

    private Map<String, String> receiver(Set<Forgery> forgeries, RandomGenerator random) {
        Map<String, String> fields = new TreeMap<>();
        fields.put("appid", forgeries.contains(Forgery.OTHER_APP) ? account.appid() + "9" : account.appid());
        fields.put("mch_id", forgeries.contains(Forgery.OTHER_MERCHANT) ? account.mchId() + "9" : account.mchId());
        fields.put("nonce_str", RandomText.hex(random, NONCE_LENGTH).toLowerCase(Locale.ROOT));
        fields.put("return_code", "SUCCESS");
        return fields;
    }

    private void putPayment(Map<String, String> fields) {
        long coupon = payment.amount() / 10;
        fields.put("result_code", event.resultCode());
        // Chinese, markup, and all that signing by text gets wrong.
        fields.put("attach", "测试 100% A+B & <C> \"D\"=~*");
        fields.put("device_info", "");
        fields.put("bank_type", "CMC");
        fields.put("fee_type", payment.currency());
        fields.put("is_subscribe", "N");
        fields.put("openid", "oUpF8uMEb4qRXf22hE3X68TekukE");
        fields.put("trade_type", "JSAPI");
        fields.put("total_fee", String.valueOf(payment.amount()));
        // Less than the total, as after a coupon: a receiver that compares these is wrong (channels.md 0.2).
        fields.put("cash_fee", String.valueOf(payment.amount() - coupon));
        fields.put("settlement_total_fee", String.valueOf(payment.amount() - coupon));
        fields.put("coupon_fee", String.valueOf(coupon));
        fields.put("coupon_count", "1");
        fields.put("coupon_id_0", "2000000000000000001");
        fields.put("coupon_fee_0", String.valueOf(coupon));
        fields.put("transaction_id", payment.transactionId());
        String orderNo = payment.orderNo();
        if (orderNo != null) {
            fields.put("out_trade_no", orderNo);
        }
        fields.put("time_end", TIME.format(payment.paidAt().atOffset(CHINA)));
    }

    private String refund(Set<Forgery> forgeries) {
        long amount = payment.amount() + (forgeries.contains(Forgery.TAMPERED_BODY) ? 1 : 0);
        return "<root>" + element("transaction_id", payment.transactionId())
                + element("out_trade_no", String.valueOf(payment.orderNo()))
                + element("refund_id", "5" + payment.transactionId())
                + element("out_refund_no", "R1")
                + element("total_fee", String.valueOf(amount))
                + element("refund_fee", String.valueOf(amount))
                + element("refund_status", "SUCCESS") + "</root>";
    }

    /** Every field but {@code sign}, none empty, by name. */
    private static String signedText(Map<String, String> fieldsByName) {
        return fieldsByName.entrySet().stream()
                .filter(field -> !field.getValue().isEmpty())
                .map(field -> field.getKey() + '=' + field.getValue())
                .collect(Collectors.joining("&"));
    }

    private static String sign(String algorithm, String text, String key) {
        byte[] bytes = text.getBytes(UTF_8);
        return HexFormat.of()
                .withUpperCase()
                .formatHex(algorithm.equals(WeChatPayV2.MD5) ? md5(bytes) : Hmac.sha256(key.getBytes(UTF_8), bytes));
    }

    private static byte[] md5(byte[] bytes) {
        try {
            return MessageDigest.getInstance("MD5").digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no MD5", e);
        }
    }

    /** channels.md 2.5: all that vouches for a refund message, so that a forged one is encrypted with a stranger's key. */
    private static String encrypted(String content, String key, Set<Forgery> forgeries) {
        if (forgeries.contains(Forgery.MISSING_SIGNATURE) || forgeries.contains(Forgery.EMPTY_SIGNATURE)) {
            return Base64.getEncoder().encodeToString(content.getBytes(UTF_8));
        }
        boolean wrong = forgeries.contains(Forgery.WEAK_ALGORITHM) || forgeries.contains(Forgery.TAMPERED_BODY);
        byte[] digest = md5((wrong ? STRANGERS_KEY : key).getBytes(UTF_8));
        try {
            Cipher cipher = Cipher.getInstance("AES/ECB/PKCS5Padding");
            byte[] aesKey = HexFormat.of().formatHex(digest).getBytes(US_ASCII);
            cipher.init(Cipher.ENCRYPT_MODE, new SecretKeySpec(aesKey, "AES"));
            return Base64.getEncoder().encodeToString(cipher.doFinal(content.getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no AES", e);
        }
    }

    private static SignedRequest post(Map<String, String> fields) {
        String xml = fields.entrySet().stream()
                .map(field -> element(field.getKey(), field.getValue()))
                .collect(Collectors.joining("\n", "<xml>", "</xml>"));
        return SignedRequest.post(Map.of("Content-Type", "text/xml"), xml.getBytes(UTF_8));
    }

    private static String element(String name, String value) {
        return "<" + name + "><![CDATA[" + value + "]]></" + name + ">";
    }
}
