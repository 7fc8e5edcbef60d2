package dev.payonce.simulator.http;

/** How a client behaves once its request is sent. */
public enum Manner {
    /** Reads the answer as it comes. */
    PROMPT,
    /** Reads nothing for a while, then the answer. */
    SLOW,
    /** Closes the connection before it reads anything. */
    CUT
}
