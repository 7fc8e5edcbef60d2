package dev.payonce;

/** What an operator should look at. */
public enum AlertType {
    ORDER_UNKNOWN,
    EXCESS_PAYMENT,
    ORDER_CLOSED,
    CHANNEL_MISMATCH,
    AMOUNT_MISMATCH,
    POSTING_FAILED,
    /** The same payment was reported again with another order, amount or currency. */
    CONFLICTING_NOTIFICATION,
    /** A genuine notification for another merchant arrived at this channel's URL. */
    WRONG_RECEIVER
}
