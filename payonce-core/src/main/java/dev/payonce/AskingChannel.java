package dev.payonce;

/**
 * A channel of a platform whose signature does not cover the content, so that the platform must be asked before a payment
 * is posted (channels.md 6.3: PayPal signs a CRC32, and a body can be bent to keep it).
 *
 * <ol>
 *   <li>{@link #decode} may block on the network as well, within time-outs, for example for the certificate that a
 *       delivery was signed with. It runs on a small bounded pool of this channel's own: payments of other channels never
 *       wait for its platform. A full pool is answered with "retry" at once, a slow platform at the deadline.
 *   <li>{@link #confirms} is called on the same pool for a payment that is about to be posted: inside the single flight,
 *       with the claim held, right before {@link PaymentBook#confirm}. Concurrent duplicates ask once. What the gate's mark
 *       or the payment's row already vouches for, with the same content, is not asked again.
 * </ol>
 *
 * <p>Both throw {@link PlatformUnavailableException} where the platform cannot be asked or does not know yet: then nothing
 * is written, the claim is released, and the delivery is answered with "retry".
 */
public interface AskingChannel extends Channel {

    /**
     * Whether the platform itself says the same of this payment: id, order, amount, currency and receiver, and that it is
     * paid. False refuses the delivery as {@link Refusal#UNCONFIRMED}. Called by several threads at once, for different
     * payments; must end within time-outs of its own, since it is not interrupted.
     *
     * @param payment made by {@link #decode} from {@code delivery}
     * @throws PlatformUnavailableException when no answer could be had
     */
    boolean confirms(PaymentNotification payment, Delivery delivery);
}
