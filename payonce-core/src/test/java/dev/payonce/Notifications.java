package dev.payonce;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Notifications for tests, by scenario. */
public record Notifications(
        String channel,
        String merchant,
        String transactionId,
        @Nullable String orderNo,
        long amount,
        String currency) {

    /** A payment of 9900 fen for the order, through channel {@code wx}. */
    public static Notifications payment(String transactionId, String orderNo) {
        return new Notifications("wx", "1900000109", transactionId, orderNo, 9900, "CNY");
    }

    public Notifications through(String otherChannel) {
        return new Notifications(otherChannel, merchant, transactionId, orderNo, amount, currency);
    }

    public Notifications of(long otherAmount, String otherCurrency) {
        return new Notifications(channel, merchant, transactionId, orderNo, otherAmount, otherCurrency);
    }

    public Notifications forOrder(@Nullable String otherOrder) {
        return new Notifications(channel, merchant, transactionId, otherOrder, amount, currency);
    }

    public PaymentNotification at(Instant receivedAt) {
        return new PaymentNotification(
                channel,
                new PaymentKey("wechat", merchant, transactionId),
                orderNo,
                new Money(amount, currency),
                null,
                receivedAt,
                Body.of("{}".getBytes(StandardCharsets.UTF_8)));
    }
}
