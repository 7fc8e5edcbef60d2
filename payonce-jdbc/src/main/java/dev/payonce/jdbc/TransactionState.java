package dev.payonce.jdbc;

/** Where a payment stands (design 4). Only HELD ever changes, and only by a conditional update. */
public enum TransactionState {
    /** Posted to its order. */
    APPLIED,
    /** On record with its money in suspense, for a {@link dev.payonce.HeldReason}. */
    HELD,
    /** Settled by an operator: the money went back. */
    REFUNDED,
    /** Settled by an operator: nothing is owed. */
    DISMISSED
}
