package dev.payonce.lab.nodes;

/**
 * How large the storm of one fault is.
 *
 * @param deliveries at least; the storm goes on until the fault is healed
 * @param copies of each payment to each node, all of them at once
 * @param rate first attempts a second: a node that starts in mid-storm needs processors, too
 * @param strikes how often the fault strikes and is healed
 */
record Scale(long deliveries, int copies, int rate, int strikes) {
    /** For every build. */
    static final Scale SHORT = new Scale(3_000, 6, 500, 1);

    /** Many deliveries of not so many payments. */
    static Scale ofMany(long deliveries) {
        return new Scale(deliveries, 60, 3_000, 3);
    }
}
