package dev.payonce.simulator.adyen;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.Platform;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.wire.Hmac;
import dev.payonce.simulator.wire.Json;
import dev.payonce.simulator.wire.RandomText;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * An Adyen notification of one item. Body and signature are the same in every attempt: nothing of an attempt is signed
 * (channels.md 7.2).
 */
final class AdyenNotification implements Notification {
    private static final ZoneOffset AMSTERDAM_IN_WINTER = ZoneOffset.ofHours(1);
    private static final int MOST_SECONDS_LATE = 600;

    private final Adyen account;
    private final SimulatedPayment payment;
    private final AdyenEvent event;
    private final Instant eventDate;

    AdyenNotification(Adyen account, SimulatedPayment payment, AdyenEvent event, RandomGenerator random) {
        this.account = account;
        this.payment = payment;
        this.event = event;
        this.eventDate =
                payment.paidAt().truncatedTo(ChronoUnit.SECONDS).plusSeconds(random.nextInt(MOST_SECONDS_LATE));
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
        return event.eventCode();
    }

    @Override
    public SignedRequest sign(Set<Forgery> forgeries, Instant at, RandomGenerator random) {
        Forgery.requirePossible(forgeries, account);
        Map<String, Object> amount = new LinkedHashMap<>();
        amount.put("currency", payment.currency());
        amount.put("value", value(payment));
        Map<String, Object> item = item(forgeries, amount);
        String key = forgeries.contains(Forgery.WRONG_SIGNATURE)
                ? RandomText.hex(random, account.hmacKey().length())
                : account.hmacKey();
        Map<String, Object> additional = new LinkedHashMap<>();
        additional.put("expiryDate", "03/2030");
        if (!forgeries.contains(Forgery.MISSING_SIGNATURE)) {
            additional.put(
                    "hmacSignature", forgeries.contains(Forgery.EMPTY_SIGNATURE) ? "" : signature(key, item, amount));
        }
        additional.put("cardSummary", "1111");
        item.put("additionalData", additional);
        if (forgeries.contains(Forgery.TAMPERED_BODY)) {
            amount.put("value", value(payment) + 100);
        }

        Map<String, Object> body = new LinkedHashMap<>();
        body.put("live", String.valueOf(account.live()));
        body.put("notificationItems", List.of(Map.of("NotificationRequestItem", item)));
        return SignedRequest.post(
                Map.of("Content-Type", "application/json; charset=utf-8"),
                Json.escapingSlashes(body).getBytes(UTF_8));
    }

    private Map<String, Object> item(Set<Forgery> forgeries, Map<String, Object> amount) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("amount", amount);
        item.put("eventCode", event.eventCode());
        item.put("eventDate", DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(eventDate.atOffset(AMSTERDAM_IN_WINTER)));
        item.put(
                "merchantAccountCode",
                forgeries.contains(Forgery.OTHER_MERCHANT)
                        ? account.merchantAccount() + "9"
                        : account.merchantAccount());
        if (payment.orderNo() != null) {
            item.put("merchantReference", payment.orderNo());
        }
        String own = event.pspReference();
        if (own != null) {
            item.put("originalReference", payment.transactionId());
        }
        item.put("operations", List.of("CANCEL", "CAPTURE", "REFUND"));
        item.put("paymentMethod", "visa");
        item.put("pspReference", own == null ? payment.transactionId() : own);
        item.put("reason", "052095:1111:03/2030");
        item.put("success", String.valueOf(event.success()));
        return item;
    }

    /** Over eight values joined by colons, unescaped, absent ones empty. */
    private static String signature(String hexKey, Map<String, Object> item, Map<String, Object> amount) {
        String text = signed(item, "pspReference")
                + ':'
                + signed(item, "originalReference")
                + ':'
                + signed(item, "merchantAccountCode")
                + ':'
                + signed(item, "merchantReference")
                + ':'
                + signed(amount, "value")
                + ':'
                + signed(amount, "currency")
                + ':'
                + signed(item, "eventCode")
                + ':'
                + signed(item, "success");
        byte[] key = HexFormat.of().parseHex(hexKey);
        return Base64.getEncoder().encodeToString(Hmac.sha256(key, text.getBytes(UTF_8)));
    }

    private static String signed(Map<String, Object> object, String name) {
        return String.valueOf(object.getOrDefault(name, ""));
    }

    /** Adyen's minor units: pesos and krónur have two decimals there, rupiah and escudos none (channels.md 0.2). */
    private static long value(SimulatedPayment payment) {
        return switch (payment.currency()) {
            case "CLP", "ISK" -> Math.multiplyExact(payment.amount(), 100L);
            case "IDR", "CVE" -> {
                if (payment.amount() % 100 != 0) {
                    throw new IllegalArgumentException("Adyen knows no fractions of " + payment.currency());
                }
                yield payment.amount() / 100;
            }
            default -> payment.amount();
        };
    }
}
