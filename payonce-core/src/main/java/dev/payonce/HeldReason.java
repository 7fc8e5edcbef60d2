package dev.payonce;

/**
 * Why a payment is on record but not applied, the first that holds (design 4). A reason that is set raises the alert of
 * its {@link #alert()} in the same transaction, once per payment and reason; {@link #ORDER_UNKNOWN} only once it has
 * lasted.
 */
public enum HeldReason {
    /** No order of that number: not committed yet, or none at all. */
    ORDER_UNKNOWN(false),
    /** The order was paid by another transaction: paid twice, to be refunded. */
    EXCESS_PAYMENT(true),
    /** The order was closed before the money came. */
    ORDER_CLOSED(false),
    /** The order may be paid through another channel only. */
    CHANNEL_MISMATCH(false),
    /** Currency or amount differs from the order. */
    AMOUNT_MISMATCH(false),
    /** The posting failed for a reason that will not pass by itself. */
    POSTING_FAILED(false);

    private final boolean acknowledged;

    HeldReason(boolean acknowledged) {
        this.acknowledged = acknowledged;
    }

    /** Whether the platform is told success by default: only where its retries can change nothing. */
    public boolean acknowledgedByDefault() {
        return acknowledged;
    }

    public AlertType alert() {
        return AlertType.valueOf(name());
    }
}
