package dev.payonce.memory;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Rows under a unique key. Writers of one row wait for one another ({@link MustWait}); readers see what is committed, or their
 * own. Rows are never deleted.
 */
public final class Table<K, V> {
    private final Map<K, Slot<V>> slots = new LinkedHashMap<>();

    /** A row's committed version and the one that its locker has written. */
    static final class Slot<V> {
        private final Runnable forget;
        private @Nullable V committed;
        private @Nullable V pending;
        private @Nullable Transaction locker;
        private long since;

        Slot(Runnable forget) {
            this.forget = forget;
        }

        private void lock(Transaction transaction, V value) {
            if (locker == null) {
                locker = transaction;
                transaction.touch(this);
            }
            pending = value;
        }

        void commit(long number) {
            since = committed == null ? number : since;
            committed = pending;
            release();
        }

        void rollback() {
            release();
            if (committed == null) {
                forget.run();
            }
        }

        private void release() {
            locker = null;
            pending = null;
        }

        private @Nullable V seenBy(Transaction transaction) {
            return locker == transaction ? pending : committed;
        }
    }

    /** Whether the row was inserted; false when one with this key is committed, whether or not the statement may see it. */
    boolean insert(Transaction transaction, K key, V value) {
        Slot<V> slot = slots.get(key);
        if (slot == null) {
            slot = new Slot<>(() -> slots.remove(key));
            slots.put(key, slot);
        }
        requireUnlocked(slot, transaction);
        if (slot.seenBy(transaction) != null) {
            return false;
        }
        slot.lock(transaction, value);
        return true;
    }

    /**
     * Changes a row that the statement sees and for which {@code change} returns a value, after waiting for whoever has locked
     * it, on the version that is committed then. Returns whether it did.
     */
    boolean update(Transaction transaction, K key, Function<V, @Nullable V> change) {
        Slot<V> slot = slots.get(key);
        V seen = slot == null ? null : slot.seenBy(transaction);
        boolean visible = slot != null && (slot.locker == transaction || slot.since <= transaction.snapshot());
        if (slot == null || seen == null || !visible) {
            return false;
        }
        V changed = change.apply(seen);
        if (changed == null) {
            return false;
        }
        requireUnlocked(slot, transaction);
        slot.lock(transaction, changed);
        return true;
    }

    private static void requireUnlocked(Slot<?> slot, Transaction transaction) {
        Transaction locker = slot.locker;
        if (locker != null && locker != transaction) {
            throw new MustWait(locker);
        }
    }

    @Nullable
    V read(Transaction transaction, K key) {
        Slot<V> slot = slots.get(key);
        return slot == null ? null : slot.seenBy(transaction);
    }

    /** Locks the first committed row that fits and that nobody has locked ({@code FOR UPDATE SKIP LOCKED}). */
    @Nullable
    V lockFirst(Transaction transaction, Predicate<V> fits) {
        for (Slot<V> slot : slots.values()) {
            V value = slot.committed;
            if (value != null && slot.locker == null && fits.test(value)) {
                slot.lock(transaction, value);
                return value;
            }
        }
        return null;
    }

    /** What is committed, in the order of its insertion. */
    Stream<V> committed() {
        return slots.values().stream().flatMap(slot -> Stream.ofNullable(slot.committed));
    }

    @Nullable
    V committed(K key) {
        Slot<V> slot = slots.get(key);
        return slot == null ? null : slot.committed;
    }
}
