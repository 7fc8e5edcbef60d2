package dev.payonce.simulator.paypal;

/**
 * What a webhook reports (channels.md 6.5).
 *
 * @param type {@code event_type}
 * @param status {@code resource.status}
 */
public record PayPalEvent(String type, String status) {

    /** The money is there. */
    public static PayPalEvent completed() {
        return new PayPalEvent("PAYMENT.CAPTURE.COMPLETED", "COMPLETED");
    }

    /** {@code PENDING}, {@code DENIED}, {@code REFUNDED}, {@code REVERSED}. */
    public static PayPalEvent capture(String state) {
        return new PayPalEvent("PAYMENT.CAPTURE." + state, state);
    }

    /** The payer has agreed, and no money has moved. */
    public static PayPalEvent orderApproved() {
        return new PayPalEvent("CHECKOUT.ORDER.APPROVED", "APPROVED");
    }
}
