package dev.payonce;

import java.util.concurrent.CompletionStage;

/**
 * Turns concurrent duplicates away early and cheaply. It sheds load and decides nothing: whatever it answers, loses or
 * grants twice, the database keeps each payment to one posting.
 *
 * <p>All methods return at once; the stages complete within the store's command time-out, and exceptionally when the store
 * cannot be used (unreachable, slow, out of memory, read-only, loading). The caller then goes on to the database. Stages
 * may complete on the store's own threads: do not block in what depends on them. Thread-safe.
 */
public interface Gate {

    /**
     * Tries to take the key for {@code token}, in one atomic command that also sets its time to live; a repeat never
     * extends it. Of any number of racing callers one sees {@link Claim.State#WON}, unless the store lost the key in
     * between.
     *
     * @param token random, never used twice: by it a holder knows its own claim again
     */
    CompletionStage<Claim> claim(GateKey key, String token);

    /**
     * Marks the payment as settled, whoever holds the key. Only called after the database has said so.
     */
    CompletionStage<Void> complete(GateKey key, String fingerprint);

    /**
     * Deletes the key if, and only if, it still holds this token; comparison and deletion are one atomic step, so that
     * nobody else's claim can be deleted (case LCK-03).
     */
    CompletionStage<Void> release(GateKey key, String token);
}
