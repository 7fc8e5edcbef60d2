package dev.payonce;

/** What became of a delivery, in order of precedence: of several items' outcomes the first in this order is told. */
public enum Outcome {
    /** Not genuine, or not addressed to us. Nothing was looked up, locked or written. */
    REFUSED,
    /** Genuine, and not a successful payment. Nothing was written. */
    IGNORED,
    /** A payment on record with another order, amount or currency. The record stays as it was. */
    CONFLICT,
    /** Committed just now: the order is PAID and its postings are in the ledger. */
    POSTED,
    /** Was committed before. */
    ALREADY_POSTED,
    /** Committed as money received that cannot be applied to its order now; see {@link HeldReason}. */
    HELD,
    /** Somebody else is working on the same payment, or this work outlasted the answer's deadline. */
    IN_PROGRESS,
    /** Could not be decided: a fault of ours, or the commit's outcome is unknown. */
    UNAVAILABLE
}
