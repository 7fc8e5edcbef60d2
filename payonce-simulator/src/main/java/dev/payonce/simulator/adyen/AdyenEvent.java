package dev.payonce.simulator.adyen;

import org.jspecify.annotations.Nullable;

/**
 * What an Adyen notification reports (channels.md 7.3).
 *
 * @param eventCode the event's code, in capitals
 * @param success whether it succeeded; "AUTHORISATION" alone does not mean that it did
 * @param pspReference the event's own reference where it is not the payment's: then {@code originalReference} names the
 *     payment
 */
public record AdyenEvent(
        String eventCode, boolean success, @Nullable String pspReference) {

    /** The payment was authorised. */
    public static AdyenEvent authorised() {
        return new AdyenEvent("AUTHORISATION", true, null);
    }

    /** An attempt that the issuer turned down; the shopper may try again, with another payment of the same order. */
    public static AdyenEvent refused() {
        return new AdyenEvent("AUTHORISATION", false, null);
    }

    /** The shopper left: comes some time after, perhaps when another attempt has long been paid (case ORD-06). */
    public static AdyenEvent offerClosed() {
        return new AdyenEvent("OFFER_CLOSED", true, null);
    }

    /** {@code CAPTURE}, {@code REFUND}, {@code CANCELLATION}, …: has a reference of its own. */
    public static AdyenEvent modification(String eventCode, boolean success, String pspReference) {
        return new AdyenEvent(eventCode, success, pspReference);
    }
}
