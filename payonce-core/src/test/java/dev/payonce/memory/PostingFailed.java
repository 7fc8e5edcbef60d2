package dev.payonce.memory;

/** Rolled back for a reason that will not pass by itself. */
final class PostingFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;

    PostingFailed(RuntimeException cause) {
        super("posting failed", cause, false, false);
    }
}
