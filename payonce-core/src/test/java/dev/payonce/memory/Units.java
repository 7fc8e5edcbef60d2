package dev.payonce.memory;

import dev.payonce.BookException;
import java.time.Duration;
import java.util.function.Function;
import java.util.function.Supplier;

/** Runs units of work in transactions of their own and sorts what can go wrong, as {@code payonce-jdbc} does. */
final class Units {
    private static final int RETRIES = 4;
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final Transaction.Commits commits;
    private final Supplier<? extends Execution> executions;

    Units(Transaction.Commits commits, Supplier<? extends Execution> executions) {
        this.commits = commits;
        this.executions = executions;
    }

    /** Returns after the commit; throws {@link PostingFailed} after a roll-back, or {@link BookException}. */
    <T> T run(Function<Transaction, T> work) {
        for (int tries = 0; ; tries++) {
            Transaction tx = executions.get().once(commits::begin);
            try {
                T result = work.apply(tx);
                return executions.get().statement(tx, "commit", () -> {
                    tx.commit();
                    return result;
                });
            } catch (SqlFault fault) {
                rollback(tx);
                if (fault.kind() == SqlFault.Kind.CONSTRAINT) {
                    throw new PostingFailed(fault);
                }
                if (fault.kind() == SqlFault.Kind.CONNECTION || tries == RETRIES) {
                    throw new BookException("the database could not decide", fault);
                }
                executions.get().pause(PAUSE.multipliedBy(1L << tries));
            } catch (BookException fault) {
                rollback(tx);
                throw fault;
            } catch (RuntimeException fault) {
                rollback(tx);
                throw new PostingFailed(fault);
            }
        }
    }

    /** For work that only records or reads: whatever fails in it, nothing is concluded. */
    <T> T record(Function<Transaction, T> work) {
        try {
            return run(work);
        } catch (PostingFailed e) {
            throw new BookException("the payment could not be recorded", e);
        }
    }

    private void rollback(Transaction tx) {
        synchronized (commits) {
            tx.rollback();
        }
    }
}
