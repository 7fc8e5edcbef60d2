package dev.payonce.spring;

import java.sql.SQLException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says that the database cannot be reached or does not let us in, in place of a stack trace. */
final class UnreachableDatabaseFailureAnalyzer extends AbstractFailureAnalyzer<SQLException> {

    @Override
    protected @Nullable FailureAnalysis analyze(Throwable rootFailure, SQLException cause) {
        String state = cause.getSQLState();
        boolean unreachable = state != null && (state.startsWith("08") || state.startsWith("28"));
        return unreachable
                ? new FailureAnalysis(
                        "PayOnce does not start: the database cannot be used: " + cause.getMessage(),
                        "Check spring.datasource.url, username and password, and that PostgreSQL is running.",
                        cause)
                : null;
    }
}
