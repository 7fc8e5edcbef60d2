package dev.payonce.memory;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A READ COMMITTED transaction: what it writes is locked and unseen by others until it commits; each statement sees what was
 * committed before the statement began. Not thread-safe: whoever runs statements holds the monitor of its {@link Commits}.
 */
public final class Transaction {
    private final Commits commits;
    private final List<Table.Slot<?>> touched = new ArrayList<>();
    private final List<Runnable> whenEnded = new ArrayList<>();
    private @Nullable Transaction waitsFor;
    private long snapshot;
    private boolean open = true;

    /** The order of commits, and the monitor under which all statements run. */
    public static final class Commits {
        private long latest;

        public Transaction begin() {
            return new Transaction(this);
        }
    }

    private Transaction(Commits commits) {
        this.commits = commits;
        this.snapshot = commits.latest;
    }

    /** A new statement sees what is committed now. */
    public void beginStatement() {
        snapshot = commits.latest;
    }

    long snapshot() {
        return snapshot;
    }

    public boolean isOpen() {
        return open;
    }

    /** Throws {@link SqlFault} when the server has ended the session. */
    public void requireOpen() {
        if (!open) {
            throw new SqlFault(SqlFault.Kind.CONNECTION, "the session was ended");
        }
    }

    void touch(Table.Slot<?> slot) {
        touched.add(slot);
    }

    /** Waits; throws {@link SqlFault} when that would close a circle. */
    public void waitFor(Transaction holder) {
        for (Transaction at = holder; at != null; at = at.waitsFor) {
            if (at == this) {
                throw new SqlFault(SqlFault.Kind.RETRYABLE, "deadlock");
            }
        }
        waitsFor = holder;
    }

    public void waitNoMore() {
        waitsFor = null;
    }

    /** Calls back once when this transaction ends. */
    public void whenEnded(Runnable call) {
        whenEnded.add(call);
    }

    public void commit() {
        requireOpen();
        commits.latest++;
        touched.forEach(slot -> slot.commit(commits.latest));
        end();
    }

    /** Undoes everything; nothing happens if it has ended. */
    public void rollback() {
        if (open) {
            touched.forEach(Table.Slot::rollback);
            end();
        }
    }

    private void end() {
        open = false;
        waitsFor = null;
        touched.clear();
        List<Runnable> calls = List.copyOf(whenEnded);
        whenEnded.clear();
        calls.forEach(Runnable::run);
    }
}
