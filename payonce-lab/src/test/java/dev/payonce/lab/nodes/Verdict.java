package dev.payonce.lab.nodes;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * What came of a storm with a fault in it.
 *
 * @param payments that were delivered
 * @param doubled orders and payments that were posted twice
 * @param lost payments that were acknowledged and gone at some time, or are not posted in the end
 * @param falseSuccesses payments acknowledged without a row in the books, and forged deliveries acknowledged
 * @param unacknowledged payments that the platform still believes lost
 * @param violations of the books' invariants
 * @param settled how long the last retries took
 */
record Verdict(
        NodeFault fault,
        Tally tally,
        int payments,
        List<String> doubled,
        Set<String> lost,
        long falseSuccesses,
        int unacknowledged,
        List<String> violations,
        Duration settled) {

    /** A head for {@link #row}. */
    static final String HEAD = """
            | fault | deliveries | payments | success | sent again later | refused | no answer | doubled | lost | false successes |
            |---|---|---|---|---|---|---|---|---|---|""";

    /** A line of the table in docs/proof.md. */
    String row() {
        return "| %s | %,d | %,d | %,d | %,d | %,d | %,d | %d | %d | %d |"
                .formatted(
                        fault.text(),
                        tally.sent(),
                        payments,
                        tally.successes(),
                        tally.turnedAway(),
                        tally.refused(),
                        tally.unanswered() + tally.cut(),
                        doubled.size(),
                        lost.size(),
                        falseSuccesses);
    }
}
