package dev.payonce.lab.nodes;

import java.util.List;
import java.util.Set;

/**
 * What came of a storm with a fault in it.
 *
 * @param strikes how often the fault struck
 * @param payments that were delivered
 * @param doubled orders and payments that were posted twice
 * @param lost payments that were acknowledged and gone at some time, or are not posted in the end
 * @param falseSuccesses payments acknowledged without a row in the books, and forged deliveries acknowledged
 * @param unacknowledged payments that the platform still believes lost
 * @param violations of the books' invariants
 */
record Verdict(
        NodeFault fault,
        int strikes,
        Tally tally,
        int payments,
        List<String> doubled,
        Set<String> lost,
        long falseSuccesses,
        int unacknowledged,
        List<String> violations) {

    /** A head for {@link #row}. */
    static final String HEAD = """
            | fault | strikes | deliveries | payments | success | sent again | refused | no answer | forged | doubled | lost | false successes |
            |---|---|---|---|---|---|---|---|---|---|---|---|""";

    /** A line of the table in docs/proof.md. */
    String row() {
        return "| %s | %d | %,d | %,d | %,d | %,d | %,d | %,d | %,d | %d | %d | %d |"
                .formatted(
                        fault.text(),
                        strikes,
                        tally.sent(),
                        payments,
                        tally.successes(),
                        tally.turnedAway(),
                        tally.refused(),
                        tally.unanswered() + tally.cut(),
                        tally.forged(),
                        doubled.size(),
                        lost.size(),
                        falseSuccesses);
    }
}
