package dev.payonce.memory;

/** Control flow, not a fault: a statement met a row that another transaction has locked, and has changed nothing yet. */
public final class MustWait extends Error {
    private static final long serialVersionUID = 1L;

    private final transient Transaction holder;

    MustWait(Transaction holder) {
        super("waits for another transaction", null, false, false);
        this.holder = holder;
    }

    public Transaction holder() {
        return holder;
    }
}
