package dev.payonce.simulator.stripe;

/**
 * What an event of Stripe's reports (channels.md 5.3).
 *
 * @param type the event's {@code type}
 * @param object what {@code data.object} is: {@code payment_intent}, {@code charge}, {@code checkout.session}, …
 * @param status the object's {@code status}; of a session, {@code payment_status}
 */
public record StripeEvent(String type, String object, String status) {

    /** {@code payment_intent.succeeded}: paid. */
    public static StripeEvent paid() {
        return paymentIntent("succeeded", "succeeded");
    }

    /** Another event of the PaymentIntent: {@code created}, {@code processing}, {@code payment_failed}, {@code canceled}. */
    public static StripeEvent paymentIntent(String what, String status) {
        return new StripeEvent("payment_intent." + what, "payment_intent", status);
    }

    /** {@code charge.succeeded} of the same payment. */
    public static StripeEvent chargeSucceeded() {
        return new StripeEvent("charge.succeeded", "charge", "succeeded");
    }

    /** {@code charge.refunded}: given back. */
    public static StripeEvent chargeRefunded() {
        return new StripeEvent("charge.refunded", "charge", "succeeded");
    }

    /**
     * {@code checkout.session.completed} of the same payment: the payer is through, which is not to say that it is paid.
     *
     * @param paymentStatus {@code paid} or {@code unpaid}
     */
    public static StripeEvent sessionCompleted(String paymentStatus) {
        return new StripeEvent("checkout.session.completed", "checkout.session", paymentStatus);
    }

    /** {@code checkout.session.async_payment_succeeded}: a delayed method has paid. */
    public static StripeEvent sessionPaidLater() {
        return new StripeEvent("checkout.session.async_payment_succeeded", "checkout.session", "paid");
    }

    /** An event that has nothing to do with a payment. */
    public static StripeEvent other(String type) {
        return new StripeEvent(type, "customer", "");
    }
}
