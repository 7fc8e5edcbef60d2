package dev.payonce.spring;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says which setting keeps PayOnce from starting and what to do, in place of a stack trace. */
final class InvalidSettingFailureAnalyzer extends AbstractFailureAnalyzer<InvalidSettingException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidSettingException cause) {
        return new FailureAnalysis(
                "PayOnce does not start: " + cause.getMessage(),
                "Correct " + cause.property() + " in the application's configuration, or as an environment variable: "
                        + "upper case, dots as underscores, dashes left out. docs/configuration.md lists every property.",
                cause);
    }
}
