package dev.payonce.jdbc;

import java.util.Map;
import java.util.Set;

/**
 * What differs from database to database, as data: the statements, and what its SQLStates mean.
 *
 * @param confirm inserts the transaction row and, only if that inserted, moves the order and posts; returns {@code id}
 *     (null: somebody's row is there) and {@code paid} (0: the order did not move)
 * @param apply moves the order and posts for a row that exists; returns {@code paid}
 * @param retryable SQLStates after which the whole transaction may be repeated, with the reason told in metrics
 * @param passing SQLStates, or their first characters, of faults that pass: nothing may be concluded about the payment. Every other
 *     fault of a posting does not pass
 * @param rolledBack SQLStates of a failed COMMIT after which it is certain that nothing was committed
 */
record Dialect(
        String confirm, String apply, Map<String, String> retryable, Set<String> passing, Set<String> rolledBack) {}
