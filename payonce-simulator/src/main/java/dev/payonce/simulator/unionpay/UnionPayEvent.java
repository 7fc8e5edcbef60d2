package dev.payonce.simulator.unionpay;

/**
 * What a UnionPay notification reports (channels.md 4.3).
 *
 * @param txnType {@code txnType}
 * @param respCode {@code respCode}
 */
public record UnionPayEvent(String txnType, String respCode) {

    /** A purchase that succeeded. */
    public static UnionPayEvent paid() {
        return new UnionPayEvent("01", "00");
    }

    /** A purchase whose outcome must be asked for: {@code A6}, {@code 03}, {@code 04}, {@code 05}. */
    public static UnionPayEvent unclear(String respCode) {
        return new UnionPayEvent("01", respCode);
    }

    /** A refund that succeeded. */
    public static UnionPayEvent refunded() {
        return new UnionPayEvent("04", "00");
    }
}
