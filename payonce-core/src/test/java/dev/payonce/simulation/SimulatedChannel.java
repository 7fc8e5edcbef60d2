package dev.payonce.simulation;

import dev.payonce.Acknowledgement;
import dev.payonce.Body;
import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.Money;
import dev.payonce.Outcome;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import dev.payonce.Receipt;
import dev.payonce.Refusal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * A channel without cryptography: a word says whether the signature is right, and the time of signing is checked as WeChat's
 * is, against five minutes. {@code wx} and {@code wx-v2} are two channels of one merchant.
 */
record SimulatedChannel(String name, Bug bug) implements Channel {
    private static final long WINDOW = 5 * 60_000;

    static Delivery delivery(Item.Kind kind, Item.Payment payment, long signedAt, Instant receivedAt) {
        String text = kind + " " + payment.id() + " " + payment.orderNo() + " " + payment.amount() + " " + signedAt;
        return new Delivery(
                "POST",
                "/notify/" + payment.channel(),
                Map.of(),
                null,
                Body.of(text.getBytes(StandardCharsets.UTF_8)),
                receivedAt);
    }

    static PaymentKey key(Item.Payment payment) {
        boolean wechat = payment.channel().startsWith("wx");
        return new PaymentKey(wechat ? "wechat" : "alipay", wechat ? "1900000109" : "2088", payment.id());
    }

    static PaymentNotification notification(Item.Payment payment, Instant receivedAt, Body body) {
        return new PaymentNotification(
                payment.channel(),
                key(payment),
                payment.orderNo(),
                new Money(payment.amount(), "CNY"),
                null,
                receivedAt,
                body);
    }

    @Override
    public List<Decoded> decode(Delivery delivery) {
        String[] words = new String(delivery.body().bytes(), StandardCharsets.UTF_8).split(" ", -1);
        long off = delivery.receivedAt().toEpochMilli() - Long.parseLong(words[4]);
        Decoded decoded = switch (Item.Kind.valueOf(words[0])) {
            case FORGED -> Decoded.refused(Refusal.BAD_SIGNATURE, "forged");
            case FOREIGN -> Decoded.refused(Refusal.WRONG_RECEIVER, "1900000999");
            case IGNORED -> Decoded.ignored("refund");
            case DUPLICATE, CONFLICTING, OTHER_CHANNEL ->
                Math.abs(off) > WINDOW
                        ? Decoded.refused(Refusal.STALE, "clock")
                        : Decoded.payment(notification(
                                new Item.Payment(
                                        words[1], words[2], Long.parseLong(words[3]), name, Platform.Model.EAGER, 0),
                                delivery.receivedAt(),
                                delivery.body()));
        };
        return List.of(decoded);
    }

    @Override
    public Acknowledgement acknowledge(Receipt receipt) {
        boolean success = receipt.success()
                || (bug == Bug.SUCCESS_ANSWERED_IN_PROGRESS && receipt.outcome() == Outcome.IN_PROGRESS);
        return success
                ? Acknowledgement.of(200, "text/plain", "OK")
                : Acknowledgement.of(receipt.status(), "text/plain", receipt.message());
    }
}
