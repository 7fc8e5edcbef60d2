package dev.payonce.lab.bench;

/**
 * What came of one burst of work.
 *
 * @param done pieces of work that ended well
 * @param failed pieces that did not: an answer other than success, an error
 * @param nanos from the first to the last
 */
record Load(int done, int failed, long nanos) {
    /** Successes in a second. */
    long perSecond() {
        return Math.round(done * 1e9 / nanos);
    }
}
