package dev.payonce.simulator;

/** What a right receiver answers in the end. */
public enum Expectation {
    /** At least one delivery is acknowledged. */
    ACKNOWLEDGED,
    /** No delivery is ever acknowledged. */
    REFUSED,
    /** Either is right: no verdict. */
    EITHER
}
