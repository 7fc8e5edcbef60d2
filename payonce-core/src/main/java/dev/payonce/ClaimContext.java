package dev.payonce;

/**
 * Notes what a claim is about, beside the claim, for somebody who looks into the store during an incident (design 2).
 * Nothing ever decides on it: it may be lost, late or overwritten.
 */
@FunctionalInterface
public interface ClaimContext {
    /** Notes nothing ({@code payonce.gate.context=false}). */
    ClaimContext NONE = (notification, status) -> {};

    /**
     * Notes the running claim. Returns at once and never fails; of two racing notes the later one stands.
     *
     * @param status a word for a human reader, such as {@code PROCESSING} or an {@link Outcome}'s name
     */
    void note(PaymentNotification notification, String status);
}
