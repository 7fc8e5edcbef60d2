package dev.payonce.simulation;

import dev.payonce.memory.Execution;
import dev.payonce.memory.MustWait;
import dev.payonce.memory.SqlFault;
import dev.payonce.memory.Transaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Carries out a call one statement at a time: after each the call is left ({@link Parked}) and later made again from its
 * start, with what the earlier statements returned. So a call that blocks needs no thread of its own, a statement's effect
 * and its answer are two events, and a process can die between any two of them.
 */
final class SteppedExecution implements Execution {
    private static final long LOCK_TIMEOUT = 1_000;

    private final Scheduler scheduler;
    private final Weather weather;
    private final List<Done> done = new ArrayList<>();
    private int at;
    private long waitsSince = -1;
    private @Nullable Transaction transaction;

    SteppedExecution(Scheduler scheduler, Weather weather) {
        this.scheduler = scheduler;
        this.weather = weather;
    }

    /** What a step came to. */
    private record Done(@Nullable Object value, @Nullable RuntimeException fault) {}

    /** Control flow: the call goes on after {@code millis}, or when {@code holder} has ended if that is earlier. */
    static final class Parked extends Error {
        private static final long serialVersionUID = 1L;

        final long millis;
        final transient @Nullable Transaction holder;

        Parked(long millis, @Nullable Transaction holder) {
            super("parked", null, false, false);
            this.millis = millis;
            this.holder = holder;
        }
    }

    /** Makes the call again from its start. */
    <T> T resume(Supplier<T> call) {
        at = 0;
        if (transaction != null) {
            transaction.waitNoMore();
        }
        return call.get();
    }

    /** The server notices that the client is gone. */
    void abandon() {
        if (transaction != null) {
            transaction.rollback();
        }
    }

    @Nullable
    Transaction transaction() {
        return transaction;
    }

    @Override
    public <T> T statement(Transaction tx, String what, Supplier<T> statement) {
        if (at == done.size() && waitsSince < 0) {
            tx.beginStatement();
        }
        return part(tx, what, statement);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T part(Transaction tx, String what, Supplier<T> part) {
        if (at < done.size()) {
            return (T) next();
        }
        transaction = tx;
        try {
            Done result = run(tx, what, part);
            waitsSince = -1;
            done.add(result);
            if (scheduler.isTraced()) {
                scheduler.note("  sql " + what + (result.fault == null ? "" : " FAILS " + result.fault.getMessage()));
            }
        } catch (MustWait wait) {
            scheduler.note("  sql " + what + " waits for a lock");
            throw new Parked(Math.max(1, waitsSince + LOCK_TIMEOUT - scheduler.now()), wait.holder());
        }
        throw new Parked(weather.statementTakes(scheduler.lane()), null);
    }

    private <T> Done run(Transaction tx, String what, Supplier<T> part) {
        try {
            tx.requireOpen();
            if (waitsSince >= 0 && scheduler.now() >= waitsSince + LOCK_TIMEOUT) {
                throw new SqlFault(SqlFault.Kind.RETRYABLE, "lock time-out");
            }
            boolean commit = what.equals("commit");
            if (waitsSince < 0) {
                weather.beforeStatement(tx, commit);
            }
            T value = part.get();
            if (commit) {
                weather.afterCommit();
            }
            return new Done(value, null);
        } catch (MustWait wait) {
            waitsSince = waitsSince < 0 ? scheduler.now() : waitsSince;
            try {
                tx.waitFor(wait.holder());
            } catch (SqlFault deadlock) {
                return new Done(null, deadlock);
            }
            throw wait;
        } catch (RuntimeException fault) {
            if (fault instanceof SqlFault sql && sql.kind() == SqlFault.Kind.CONNECTION) {
                tx.rollback();
            }
            return new Done(null, fault);
        }
    }

    private Object next() {
        Done result = done.get(at++);
        if (result.fault != null) {
            throw result.fault;
        }
        return Objects.requireNonNull(result.value, "a step has a value or a fault");
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T once(Supplier<T> value) {
        if (at == done.size()) {
            try {
                done.add(new Done(value.get(), null));
            } catch (RuntimeException fault) {
                done.add(new Done(null, fault));
            }
        }
        return (T) next();
    }

    @Override
    public void pause(Duration time) {
        if (at < done.size()) {
            Object unused = next();
            return;
        }
        done.add(new Done(true, null));
        throw new Parked(time.toMillis() / 2 + 1 + scheduler.lane().below((int) time.toMillis() + 1), null);
    }
}
