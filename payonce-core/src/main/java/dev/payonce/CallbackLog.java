package dev.payonce;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line for each callback. No bodies, keys, signatures or personal data; ids hold no control characters. */
final class CallbackLog {
    private static final Logger log = LoggerFactory.getLogger("dev.payonce.callback");

    private CallbackLog() {}

    static void write(String channel, List<Decoded> items, Receipt receipt, long nanos) {
        if (!log.isInfoEnabled()) {
            return;
        }
        Line line = items.isEmpty()
                ? new Line(null, "undecoded")
                : items.get(0)
                        .fold(
                                payment -> new Line(payment, ""),
                                what -> new Line(null, what),
                                refused -> new Line(null, refused.reason() + " " + refused.detail()));
        PaymentNotification payment = line.payment;
        log.info(
                "callback channel={} transactionId={} orderNo={} outcome={} success={} items={} ms={} detail={}",
                channel,
                payment == null ? "" : payment.key().transactionId(),
                payment == null ? "" : payment.orderNo(),
                receipt.outcome(),
                receipt.success(),
                items.size(),
                nanos / 1_000_000,
                receipt.heldReason() == null ? line.detail : receipt.heldReason());
    }

    private record Line(@Nullable PaymentNotification payment, String detail) {}
}
