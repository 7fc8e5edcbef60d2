package dev.payonce.spring;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Says where a YAML file of the configuration cannot be read, in place of a stack trace and of the parser's message: that
 * quotes the lines around, which may hold secrets.
 */
final class YamlFailureAnalyzer extends AbstractFailureAnalyzer<MarkedYAMLException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, MarkedYAMLException cause) {
        return new FailureAnalysis(
                "A YAML file of the configuration cannot be read" + place(cause.getProblemMark())
                        + ". What stands there is not shown: it may be a secret.",
                "Look there for a quote, bracket or indentation that does not end, a name that is there twice, or a value"
                        + " that needs quotes. The files are application.yaml and those that"
                        + " spring.config.additional-location names.",
                cause);
    }

    private static String place(@Nullable Mark mark) {
        return mark == null ? "" : ", line " + (mark.getLine() + 1) + ", column " + (mark.getColumn() + 1);
    }
}
