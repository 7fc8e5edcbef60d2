package dev.payonce.memory;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** Statements run on the caller's thread, which waits for locks as long as PostgreSQL is told to. */
final class ThreadExecution implements Execution {
    private static final Duration LOCK_TIMEOUT = Duration.ofSeconds(1);

    private final Transaction.Commits commits;

    ThreadExecution(Transaction.Commits commits) {
        this.commits = commits;
    }

    @Override
    public <T> T statement(Transaction transaction, String what, Supplier<T> statement) {
        synchronized (commits) {
            transaction.beginStatement();
            return part(transaction, what, statement);
        }
    }

    @Override
    public <T> T part(Transaction transaction, String what, Supplier<T> part) {
        long until = System.nanoTime() + LOCK_TIMEOUT.toNanos();
        synchronized (commits) {
            while (true) {
                try {
                    transaction.requireOpen();
                    return part.get();
                } catch (MustWait wait) {
                    await(transaction, wait.holder(), until - System.nanoTime());
                }
            }
        }
    }

    private void await(Transaction transaction, Transaction holder, long nanos) {
        if (nanos <= 0) {
            throw new SqlFault(SqlFault.Kind.RETRYABLE, "lock time-out");
        }
        transaction.waitFor(holder);
        holder.whenEnded(commits::notifyAll);
        try {
            TimeUnit.NANOSECONDS.timedWait(commits, nanos);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SqlFault(SqlFault.Kind.CONNECTION, "interrupted");
        } finally {
            transaction.waitNoMore();
        }
    }

    @Override
    public <T> T once(Supplier<T> value) {
        return value.get();
    }

    @Override
    public void pause(Duration time) {
        LockSupport.parkNanos(time.toNanos());
    }
}
