package dev.payonce.jdbc;

import java.sql.SQLException;
import java.util.Optional;

/** Tells faults apart by SQLState, never by message text. */
final class Faults {
    private static final int MAX_DEPTH = 16;

    private final Dialect dialect;

    Faults(Dialect dialect) {
        this.dialect = dialect;
    }

    /**
     * The SQLState of what failed: the outermost that has one. (Beneath 25P02 the driver names the earlier error that aborted
     * the transaction.)
     */
    Optional<String> sqlState(Throwable fault) {
        Throwable at = fault;
        for (int depth = 0; at != null && depth < MAX_DEPTH; depth++) {
            if (at instanceof SQLException sql && sql.getSQLState() != null) {
                return Optional.of(sql.getSQLState());
            }
            at = at.getCause();
        }
        return Optional.empty();
    }

    /** Why the whole transaction may be repeated, if it may. */
    Optional<String> retryReason(Throwable fault) {
        return sqlState(fault).map(dialect.retryable()::get);
    }

    /** Whether nothing may be concluded from the fault about the payment. */
    boolean passes(Throwable fault) {
        return sqlState(fault)
                .map(state -> dialect.passing().stream().anyMatch(state::startsWith))
                .orElse(false);
    }

    /** Whether a COMMIT that failed so has certainly committed nothing. */
    boolean certainlyRolledBack(Throwable fault) {
        return sqlState(fault)
                .map(state -> state.startsWith("23") || dialect.rolledBack().contains(state))
                .orElse(false);
    }
}
