package dev.payonce.memory;

import java.time.Duration;
import java.util.function.Supplier;

/** How the statements of a call are carried out: at once by its thread, or one by one as a simulation says. */
public interface Execution {

    /**
     * Runs a statement, waiting for the locks of others.
     *
     * @throws SqlFault deadlock, lock time-out, a lost session, a violated constraint
     */
    <T> T statement(Transaction transaction, String what, Supplier<T> statement);

    /** Runs a further part of the statement before it, which sees what that saw. */
    <T> T part(Transaction transaction, String what, Supplier<T> part);

    /** Evaluates what is not a statement, once for each time that the call comes here. */
    <T> T once(Supplier<T> value);

    /** Lets this much time pass. */
    void pause(Duration time);
}
