package dev.payonce.server.demo;

import dev.payonce.jdbc.InvariantChecker.Violation;
import dev.payonce.jdbc.PayTransaction;
import dev.payonce.simulator.StormResult;
import java.util.List;

/**
 * What the witnesses say after the storm.
 *
 * @param plan what was to happen
 * @param storm the senders' journal
 * @param tally what the server's meters say
 * @param rows every payment that the database has on record
 * @param balances what the accounts hold
 * @param violations invariants that the database alone shows to be broken
 */
record Evidence(
        DemoPlan plan,
        StormResult storm,
        Tally tally,
        List<PayTransaction> rows,
        Balances balances,
        List<Violation> violations) {
    Evidence {
        rows = List.copyOf(rows);
        violations = List.copyOf(violations);
    }
}
