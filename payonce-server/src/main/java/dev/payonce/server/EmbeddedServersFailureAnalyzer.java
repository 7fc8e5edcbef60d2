package dev.payonce.server;

import dev.payonce.server.embedded.EmbeddedServersException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells the operator why the embedded servers did not start, and what to do, in place of a stack trace. */
final class EmbeddedServersFailureAnalyzer extends AbstractFailureAnalyzer<EmbeddedServersException> {
    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, EmbeddedServersException cause) {
        return new FailureAnalysis(cause.getMessage(), cause.action(), cause);
    }
}
