package dev.payonce.simulator.square;

/**
 * What a Square notification reports (channels.md 8.2, 12).
 *
 * @param type the event's type, {@code payment.updated} for example
 * @param status of the payment
 * @param version of the payment, raised by each change
 * @param feeKnown whether the processing fee is known: the update that adds it comes after the payment was completed
 */
public record SquareEvent(String type, String status, int version, boolean feeKnown) {

    /** The first news: authorised, not yet captured. */
    public static SquareEvent approved() {
        return new SquareEvent("payment.created", "APPROVED", 1, false);
    }

    /** The payment is completed. */
    public static SquareEvent completed() {
        return new SquareEvent("payment.updated", "COMPLETED", 2, false);
    }

    /** Once more, under another event id: the payment was completed before and has its fee now. */
    public static SquareEvent feeAdded() {
        return new SquareEvent("payment.updated", "COMPLETED", 3, true);
    }

    /** Authorised and given up. */
    public static SquareEvent canceled() {
        return new SquareEvent("payment.updated", "CANCELED", 2, false);
    }

    /** An event that is no payment's, {@code refund.updated} for example. */
    public static SquareEvent other(String type) {
        return new SquareEvent(type, "COMPLETED", 2, false);
    }
}
