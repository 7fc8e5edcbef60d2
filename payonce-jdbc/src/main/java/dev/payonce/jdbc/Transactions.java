package dev.payonce.jdbc;

import dev.payonce.BookException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.core.retry.RetryException;
import org.springframework.core.retry.RetryPolicy;
import org.springframework.core.retry.RetryTemplate;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceUtils;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Runs a unit of work in a transaction of its own and sorts what can go wrong:
 *
 * <ul>
 *   <li>deadlock, serialization failure, lock time-out: the whole transaction is repeated, a few times, with jitter;
 *   <li>a fault that passes, or a COMMIT whose outcome is unknown: {@link BookException};
 *   <li>any other: rolled back for certain, {@link PostingFailedException}.
 * </ul>
 *
 * A COMMIT that succeeded with a warning (a synchronous standby did not confirm) counts as unknown.
 */
final class Transactions {
    private static final int RETRIES = 4;
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final DataSource dataSource;
    private final JdbcTemplate jdbc;
    private final TransactionTemplate template;
    private final Faults faults;
    private final Map<String, Counter> retries = new HashMap<>();
    private final RetryTemplate retry;

    Transactions(JdbcPaymentBook.Store store, Duration timeout, Dialect dialect, MeterRegistry registry) {
        this.dataSource = store.dataSource();
        this.jdbc = new JdbcTemplate(dataSource);
        this.faults = new Faults(dialect);
        this.template = new TransactionTemplate(store.transactions());
        template.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        template.setTimeout((int) timeout.toSeconds());
        for (String reason : dialect.retryable().values()) {
            retries.put(
                    reason,
                    Counter.builder("payonce.confirm.retries")
                            .description("Transactions repeated after a fault that a repeat can cure")
                            .tag("reason", reason)
                            .register(registry));
        }
        this.retry = new RetryTemplate(RetryPolicy.builder()
                .maxRetries(RETRIES)
                .delay(PAUSE)
                .jitter(PAUSE.dividedBy(2))
                .multiplier(2)
                .predicate(fault -> faults.retryReason(fault).isPresent())
                .build());
    }

    /**
     * Runs the work in a new transaction and returns after its commit.
     *
     * @throws PostingFailedException after a roll-back for a reason that will not pass
     * @throws BookException when nothing may be concluded
     */
    <T> T run(Supplier<T> work) {
        try {
            return retry.execute(() -> once(work));
        } catch (RetryException e) {
            Throwable last = e.getCause() == null ? e : e.getCause();
            throw sorted(last);
        }
    }

    private RuntimeException sorted(Throwable fault) {
        if (fault instanceof BookException book) {
            return book;
        }
        if (fault instanceof PostingFailedException failed) {
            return failed;
        }
        return new BookException("the database could not decide", fault);
    }

    private <T> T once(Supplier<T> work) {
        boolean[] committing = new boolean[1];
        try {
            return Objects.requireNonNull(template.execute(status -> {
                watchCommit();
                T result = work.get();
                if (status.isRollbackOnly()) {
                    throw new PostingFailedException(
                            "a handler marked the transaction for roll-back",
                            new IllegalStateException("rollback-only"));
                }
                committing[0] = true;
                return result;
            }));
        } catch (RuntimeException e) {
            count(e);
            throw committing[0] ? afterCommitFailed(e) : beforeCommitFailed(e);
        }
    }

    private void count(RuntimeException fault) {
        faults.retryReason(fault).map(retries::get).ifPresent(Counter::increment);
    }

    private RuntimeException beforeCommitFailed(RuntimeException fault) {
        if (faults.retryReason(fault).isPresent() || fault instanceof BookException) {
            return fault;
        }
        boolean passes = faults.passes(fault)
                || fault instanceof TransactionException
                || (fault instanceof DataAccessException
                        && faults.sqlState(fault).isEmpty());
        return passes
                ? new BookException("the database could not decide", fault)
                : fault instanceof PostingFailedException ? fault : new PostingFailedException("posting failed", fault);
    }

    private RuntimeException afterCommitFailed(RuntimeException fault) {
        if (faults.retryReason(fault).isPresent()) {
            return fault;
        }
        return faults.certainlyRolledBack(fault)
                ? new PostingFailedException("the commit was refused", fault)
                : new BookException("commit outcome unknown", fault);
    }

    /**
     * Lets the commit of the running transaction happen only if the transaction is alive. COMMIT of an aborted one answers
     * ROLLBACK, and the driver does not always raise that: without this, a handler that swallows an SQL error would turn a
     * roll-back into a success. Runs after everything that has been registered so far.
     */
    void requireAliveAtCommit() {
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void beforeCommit(boolean readOnly) {
                jdbc.execute("SELECT 1");
            }
        });
    }

    private void watchCommit() {
        var unused = withConnection(connection -> {
            connection.clearWarnings();
            return null;
        });
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                SQLWarning warning = withConnection(Connection::getWarnings);
                if (warning != null) {
                    throw new BookException("commit outcome unknown: the commit came with a warning", warning);
                }
            }
        });
    }

    /** The transaction's connection, which is bound to the thread until the transaction has completed. */
    private @Nullable SQLWarning withConnection(WarningCall call) {
        Connection connection = DataSourceUtils.getConnection(dataSource);
        try {
            return call.on(connection);
        } catch (SQLException e) {
            throw new BookException("the connection is unusable", e);
        } finally {
            DataSourceUtils.releaseConnection(connection, dataSource);
        }
    }

    @FunctionalInterface
    private interface WarningCall {
        @Nullable
        SQLWarning on(Connection connection) throws SQLException;
    }
}
