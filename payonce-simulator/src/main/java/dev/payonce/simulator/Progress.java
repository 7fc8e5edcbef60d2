package dev.payonce.simulator;

/**
 * How far a storm is.
 *
 * @param deliveries senders in all
 * @param open senders that are still at it
 * @param sent requests sent so far, whatever came of them
 * @param acknowledged of them, acknowledged
 * @param unanswered of them, without an answer: refused connections, time-outs
 */
public record Progress(int deliveries, int open, long sent, long acknowledged, long unanswered) {}
