package dev.payonce.simulator.alipay;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an Alipay notification reports (channels.md 3.3, 3.4).
 *
 * @param tradeStatus {@code trade_status}
 * @param paid whether the payer has paid: the notification has {@code gmt_payment}
 * @param refund the refund that made Alipay send it
 */
public record AlipayEvent(
        String tradeStatus, boolean paid, @Nullable Refund refund) {

    /**
     * A refund, in part or whole.
     *
     * @param fee all that was given back so far, in fen
     * @param outBizNo the merchant's number of the refund
     * @param at when it was given back
     */
    public record Refund(long fee, String outBizNo, Instant at) {}

    /** Paid, can be refunded. */
    public static AlipayEvent success() {
        return new AlipayEvent("TRADE_SUCCESS", true, null);
    }

    /** Paid, cannot be refunded: the first and only news of some products, months after the success of others. */
    public static AlipayEvent finished() {
        return new AlipayEvent("TRADE_FINISHED", true, null);
    }

    /** Created, not paid. */
    public static AlipayEvent waiting() {
        return new AlipayEvent("WAIT_BUYER_PAY", false, null);
    }

    /** Closed without having been paid. */
    public static AlipayEvent closedUnpaid() {
        return new AlipayEvent("TRADE_CLOSED", false, null);
    }

    /** Refunded in part: {@code TRADE_SUCCESS} once more, with refund fields. */
    public static AlipayEvent partlyRefunded(Refund refund) {
        return new AlipayEvent("TRADE_SUCCESS", true, refund);
    }

    /** Refunded in whole, and so closed. */
    public static AlipayEvent refunded(Refund refund) {
        return new AlipayEvent("TRADE_CLOSED", true, refund);
    }
}
