package dev.payonce.jdbc;

/** The posting failed for a reason that will not pass, and its transaction was rolled back for certain. */
final class PostingFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PostingFailedException(String message, Throwable cause) {
        super(message, cause);
    }
}
