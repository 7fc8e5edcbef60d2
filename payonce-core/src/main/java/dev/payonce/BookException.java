package dev.payonce;

/**
 * The database could not answer, or the outcome of a commit is unknown. Nothing may be concluded from it about the
 * payment: the platform is told to send again, and the next delivery finds the truth in the database.
 */
public final class BookException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BookException(String message, Throwable cause) {
        super(message, cause);
    }
}
