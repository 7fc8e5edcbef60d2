package dev.payonce;

import java.util.List;

/**
 * One configured merchant account at one platform: verifies and decodes what the platform sends, and writes the answers
 * that it understands. Implementations are immutable or guard their own state, and are called by many threads at once.
 */
public interface Channel {

    /** The name in the URL, in the gate's keys and in every row: {@code [a-z][a-z0-9-]{0,31}}. */
    String name();

    /**
     * Verifies the signature over the untouched bytes, then decodes. Computes only: no look-up, no lock, no write.
     *
     * <p>Hostile input is a {@linkplain Decoded.Refused value}, never an exception: an exception that escapes is a fault
     * of the implementation, and the delivery is answered with "retry". Time is {@link Delivery#receivedAt()}.
     *
     * @return one element for each item of the delivery, at least one
     */
    List<Decoded> decode(Delivery delivery);

    /**
     * The exact answer for a receipt. The success form leaves only for {@linkplain Receipt#success() a receipt that is a
     * success}: what it says is then true of the database.
     */
    Acknowledgement acknowledge(Receipt receipt);

    /**
     * Whether one failure holds up everything else that the platform has to say. A payment that is on record but not applied
     * (HELD, whatever the reason) is then answered with success, unless the reason's answer is configured: it must not stand
     * in the way of the payments behind it. Everything else that is no success stays none.
     */
    default boolean stopsAtFailure() {
        return false;
    }
}
