package dev.payonce.simulator.alipay;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.Platform;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.wire.Form;
import dev.payonce.simulator.wire.Json;
import dev.payonce.simulator.wire.RandomText;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An Alipay notification: {@code notify_id} and content are the same in every attempt; {@code notify_time}, and with it
 * the signature, are the attempt's (channels.md 3.2, 3.5).
 */
final class AlipayNotification implements Notification {
    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT);
    private static final ZoneOffset CHINA = ZoneOffset.ofHours(8);
    private static final int NOTIFY_ID_LENGTH = 34;

    private final Alipay account;
    private final SimulatedPayment payment;
    private final AlipayEvent event;
    private final String notifyId;

    AlipayNotification(Alipay account, SimulatedPayment payment, AlipayEvent event, RandomGenerator random) {
        if (!payment.currency().equals("CNY")) {
            throw new IllegalArgumentException("Alipay's domestic platform knows CNY only");
        }
        this.account = account;
        this.payment = payment;
        this.event = event;
        this.notifyId = RandomText.digits(random, NOTIFY_ID_LENGTH);
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
        return event.tradeStatus();
    }

    @Override
    public SignedRequest sign(Set<Forgery> forgeries, Instant at, RandomGenerator random) {
        Forgery.requirePossible(forgeries, account);
        boolean weak = forgeries.contains(Forgery.WEAK_ALGORITHM);
        Map<String, String> fields = fields(forgeries, at);
        SigningKey key = forgeries.contains(Forgery.WRONG_SIGNATURE) ? SigningKey.stranger() : account.key();
        String signature = key.sign(
                weak ? "SHA1withRSA" : "SHA256withRSA", signedText(fields).getBytes(account.charset()));

        fields.put("sign_type", weak ? "RSA" : "RSA2");
        if (!forgeries.contains(Forgery.MISSING_SIGNATURE)) {
            fields.put("sign", forgeries.contains(Forgery.EMPTY_SIGNATURE) ? "" : signature);
        }
        if (forgeries.contains(Forgery.TAMPERED_BODY)) {
            fields.put("total_amount", yuan(payment.amount() + 1));
        }
        return SignedRequest.post(
                Map.of("Content-Type", "application/x-www-form-urlencoded; charset=" + charsetName()),
                Form.encode(fields, account.charset()).getBytes(US_ASCII));
    }

    /** Every field but {@code sign} and {@code sign_type}, none empty, by name, unencoded. */
    private static String signedText(Map<String, String> fieldsByName) {
        return fieldsByName.entrySet().stream()
                .filter(field -> !field.getValue().isEmpty())
                .map(field -> field.getKey() + '=' + field.getValue())
                .collect(Collectors.joining("&"));
    }

    private Map<String, String> fields(Set<Forgery> forgeries, Instant at) {
        String appId = forgeries.contains(Forgery.OTHER_APP) ? account.appId() + "9" : account.appId();
        String sellerId = forgeries.contains(Forgery.OTHER_MERCHANT) ? account.sellerId() + "9" : account.sellerId();
        Map<String, String> fields = new TreeMap<>();
        fields.put("notify_time", time(at));
        fields.put("notify_type", "trade_status_sync");
        fields.put("notify_id", notifyId);
        fields.put("app_id", appId);
        fields.put("auth_app_id", appId);
        fields.put("charset", charsetName());
        fields.put("version", "1.0");
        fields.put("trade_no", payment.transactionId());
        putIfPresent(fields, "out_trade_no", payment.orderNo());
        fields.put("buyer_id", "2088102116773037");
        fields.put("seller_id", sellerId);
        fields.put("seller_email", "seller+shop@example.com");
        fields.put("trade_status", event.tradeStatus());
        fields.put("total_amount", yuan(payment.amount()));
        // Chinese, blanks, and all that form encoding and signing by text get wrong.
        fields.put("subject", "测试商品 100% A+B & \"C\"=~*");
        fields.put("gmt_create", time(payment.paidAt()));
        if (event.paid()) {
            putPayment(fields);
        }
        putEnd(fields);
        return fields;
    }

    private void putPayment(Map<String, String> fields) {
        // Less than the total, as after a discount: a receiver that compares these is wrong (channels.md 0.2).
        String received = yuan(payment.amount() - payment.amount() / 10);
        fields.put("receipt_amount", received);
        fields.put("buyer_pay_amount", received);
        fields.put("invoice_amount", received);
        fields.put("gmt_payment", time(payment.paidAt()));
        fields.put(
                "fund_bill_list",
                Json.of(List.of(new TreeMap<>(Map.of("amount", received, "fundChannel", "PCREDIT")))));
    }

    private void putEnd(Map<String, String> fields) {
        AlipayEvent.Refund refund = event.refund();
        if (refund != null) {
            fields.put("refund_fee", yuan(refund.fee()));
            fields.put("gmt_refund", time(refund.at()));
            fields.put("out_biz_no", refund.outBizNo());
        }
        if (event.tradeStatus().equals("TRADE_CLOSED")) {
            fields.put("gmt_close", time(refund == null ? payment.paidAt() : refund.at()));
        }
    }

    private static void putIfPresent(Map<String, String> fields, String name, @Nullable String value) {
        if (value != null) {
            fields.put(name, value);
        }
    }

    private String charsetName() {
        return account.charset().name().toLowerCase(Locale.ROOT);
    }

    private static String yuan(long fen) {
        return BigDecimal.valueOf(fen, 2).toPlainString();
    }

    private static String time(Instant instant) {
        return TIME.format(instant.atOffset(CHINA));
    }
}
