package dev.payonce.simulation;

import dev.payonce.memory.SqlFault;
import dev.payonce.memory.Transaction;
import dev.payonce.simulation.Item.Fault;
import dev.payonce.simulation.Item.Mischief;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** What goes wrong at present. */
final class Weather {
    private static final int SLOW_STATEMENT = 2_500;
    private static final int SLOW_COMMAND = 500;

    private final Scheduler scheduler;
    private final Map<Mischief, List<Fault>> faults = new EnumMap<>(Mischief.class);

    Weather(Scheduler scheduler, Plan plan) {
        this.scheduler = scheduler;
        for (Mischief mischief : Mischief.values()) {
            List<Fault> of = plan.all(Fault.class)
                    .filter(fault -> fault.mischief() == mischief)
                    .toList();
            if (!of.isEmpty()) {
                faults.put(mischief, of);
            }
        }
    }

    boolean is(Mischief mischief) {
        for (Fault fault : faults.getOrDefault(mischief, List.of())) {
            if (fault.isOn(scheduler.now())) {
                return true;
            }
        }
        return false;
    }

    /** Whether a mischief is on and strikes this time, which it does once in {@code n} times. */
    boolean strikes(Mischief mischief, int n) {
        return is(mischief) && scheduler.lane().oneIn(n);
    }

    /** By how many milliseconds a node's clock is off: up to twelve minutes, either way. */
    long skew(int node) {
        for (Fault fault : faults.getOrDefault(Mischief.CLOCK_SKEWED, List.of())) {
            if (fault.node() == node && fault.isOn(scheduler.now())) {
                return fault.at() % 2 == 0 ? fault.lasts() : -fault.lasts();
            }
        }
        return 0;
    }

    boolean disturbsGate() {
        return faults.keySet().stream().anyMatch(mischief -> mischief.name().startsWith("GATE_"));
    }

    long commandTakes(Lane lane) {
        return is(Mischief.GATE_SLOW) ? 1 + lane.below(SLOW_COMMAND) : lane.quick();
    }

    long statementTakes(Lane lane) {
        return is(Mischief.BOOKS_SLOW) ? 1 + lane.below(SLOW_STATEMENT) : lane.quick();
    }

    void beforeStatement(Transaction tx, boolean commit) {
        if (is(Mischief.BOOKS_DOWN)) {
            throw new SqlFault(SqlFault.Kind.CONNECTION, "the database is down");
        }
        if (strikes(Mischief.BOOKS_RETRYABLE, 3)) {
            tx.rollback();
            throw new SqlFault(SqlFault.Kind.RETRYABLE, "deadlock or serialization failure");
        }
        if (commit && strikes(Mischief.BOOKS_COMMIT_UNKNOWN, 3)) {
            throw new SqlFault(SqlFault.Kind.CONNECTION, "lost before the commit");
        }
    }

    void afterCommit() {
        if (strikes(Mischief.BOOKS_COMMIT_UNKNOWN, 2)) {
            throw new SqlFault(SqlFault.Kind.CONNECTION, "lost after the commit");
        }
    }
}
