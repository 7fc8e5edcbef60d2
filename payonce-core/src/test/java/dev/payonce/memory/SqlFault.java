package dev.payonce.memory;

/** What a statement can fail with, sorted as {@code payonce-jdbc} sorts SQLStates. */
public final class SqlFault extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    /** What may be concluded from it. */
    public enum Kind {
        /** Deadlock, serialization failure, lock time-out: the whole transaction may be repeated. */
        RETRYABLE,
        /** The session is gone: nothing is known, of a COMMIT neither. */
        CONNECTION,
        /** A constraint was violated: it will be again. */
        CONSTRAINT
    }

    public SqlFault(Kind kind, String message) {
        super(message, null, false, false);
        this.kind = kind;
    }

    public Kind kind() {
        return kind;
    }
}
