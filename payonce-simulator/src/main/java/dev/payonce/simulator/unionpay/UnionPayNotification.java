package dev.payonce.simulator.unionpay;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.Platform;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.wire.Form;
import dev.payonce.simulator.wire.RandomText;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** A UnionPay notification: every attempt is the same (channels.md 0.1). */
final class UnionPayNotification implements Notification {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMddHHmmss", Locale.ROOT);
    private static final ZoneOffset CHINA = ZoneOffset.ofHours(8);
    private static final int TRACE_LENGTH = 6;
    private static final int WITHOUT_YEAR = 4;

    private final UnionPay account;
    private final SimulatedPayment payment;
    private final UnionPayEvent event;
    private final String traceNo;

    UnionPayNotification(UnionPay account, SimulatedPayment payment, UnionPayEvent event, RandomGenerator random) {
        if (!payment.currency().equals("CNY")) {
            throw new IllegalArgumentException("UnionPay is simulated in CNY only");
        }
        this.account = account;
        this.payment = payment;
        this.event = event;
        this.traceNo = RandomText.digits(random, TRACE_LENGTH);
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
        return event.txnType() + "/" + event.respCode();
    }

    @Override
    public SignedRequest sign(Set<Forgery> forgeries, Instant at, RandomGenerator random) {
        Forgery.requirePossible(forgeries, account);
        boolean stranger = forgeries.contains(Forgery.WRONG_SIGNATURE) || forgeries.contains(Forgery.UNKNOWN_KEY);
        boolean weak = forgeries.contains(Forgery.WEAK_ALGORITHM);
        Map<String, String> fields = fields(forgeries);
        SigningKey key = stranger ? SigningKey.stranger() : account.key();
        byte[] digest = digest(weak ? "SHA-1" : "SHA-256", signedText(fields).getBytes(UTF_8));
        String signature = key.sign(
                weak ? "SHA1withRSA" : "SHA256withRSA",
                HexFormat.of().formatHex(digest).getBytes(US_ASCII));
        if (!forgeries.contains(Forgery.MISSING_SIGNATURE)) {
            fields.put("signature", forgeries.contains(Forgery.EMPTY_SIGNATURE) ? "" : signature);
        }
        if (forgeries.contains(Forgery.TAMPERED_BODY)) {
            fields.put("txnAmt", String.valueOf(payment.amount() + 1));
        }
        return SignedRequest.post(
                Map.of("Content-Type", "application/x-www-form-urlencoded;charset=UTF-8"),
                Form.encode(fields, UTF_8).getBytes(US_ASCII));
    }

    private static byte[] digest(String algorithm, byte[] text) {
        try {
            return MessageDigest.getInstance(algorithm).digest(text);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this JDK has no " + algorithm, e);
        }
    }

    /** Every field but {@code signature}, none empty, by name, unencoded. */
    private static String signedText(Map<String, String> fieldsByName) {
        return fieldsByName.entrySet().stream()
                .filter(field -> !field.getValue().isEmpty())
                .map(field -> field.getKey() + '=' + field.getValue())
                .collect(Collectors.joining("&"));
    }

    private Map<String, String> fields(Set<Forgery> forgeries) {
        String time = TIME.format(payment.paidAt().atOffset(CHINA));
        Map<String, String> fields = new TreeMap<>();
        fields.put("version", forgeries.contains(Forgery.WEAK_ALGORITHM) ? "5.0.0" : "5.1.0");
        fields.put("encoding", "UTF-8");
        fields.put("signMethod", "01");
        fields.put(
                "signPubKeyCert",
                forgeries.contains(Forgery.UNKNOWN_KEY) ? UnionPay.strangersCertificate() : account.certificate());
        fields.put("merId", forgeries.contains(Forgery.OTHER_MERCHANT) ? account.merId() + "9" : account.merId());
        fields.put("accessType", "0");
        fields.put("bizType", "000201");
        fields.put("txnType", event.txnType());
        fields.put("txnSubType", "01");
        fields.put("respCode", event.respCode());
        fields.put("respMsg", "成功[0000000]");
        fields.put("reserved", "");
        // All that form encoding and signing by text get wrong.
        fields.put("reqReserved", "测试 100% A+B & \"C\"=~*");
        fields.put("currencyCode", "156");
        fields.put("txnAmt", String.valueOf(payment.amount()));
        // What is cleared: a receiver that compares it is wrong (channels.md 0.2).
        fields.put("settleAmt", String.valueOf(payment.amount() - payment.amount() / 10));
        fields.put("settleCurrencyCode", "156");
        fields.put("settleDate", time.substring(WITHOUT_YEAR, WITHOUT_YEAR + 4));
        fields.put("txnTime", time);
        fields.put("traceTime", time.substring(WITHOUT_YEAR));
        fields.put("traceNo", traceNo);
        fields.put("queryId", payment.transactionId());
        String orderNo = payment.orderNo();
        if (orderNo != null) {
            fields.put("orderId", orderNo);
        }
        return fields;
    }
}
