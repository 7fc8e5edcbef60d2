package dev.payonce.server.storm;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the receiver's own books are. */
final class CheckOptions {
    @Option(
            names = "--check",
            paramLabel = "SQL|URL",
            description = "What counts the postings of each order: a query with the columns order number and count"
                    + " (needs --check-url; read only), or a URL that answers with a JSON object from order numbers to"
                    + " counts, or, with {order} in it, with a number.")
    private @Nullable String check;

    @Option(
            names = "--check-url",
            paramLabel = "JDBC",
            description = "The database of the query: jdbc:postgresql://host/database.")
    private @Nullable String url;

    @Option(
            names = "--check-username",
            defaultValue = "postgres",
            description = "Its user (default: ${DEFAULT-VALUE}).")
    private String username = "";

    @Option(
            names = "--check-password",
            defaultValue = "${env:PAYONCE_CHECK_PASSWORD:-}",
            description = "Its password; better in the environment, as PAYONCE_CHECK_PASSWORD.",
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
    private String password = "";

    /** Absent when nobody asked for it. */
    @Nullable
    PostingCount count() {
        if (check == null) {
            if (url != null) {
                throw new IllegalArgumentException("--check-url needs --check=SELECT …");
            }
            return null;
        }
        if (check.startsWith("http://") || check.startsWith("https://")) {
            return PostingCount.url(check);
        }
        if (url == null) {
            throw new IllegalArgumentException("a query of --check needs --check-url=jdbc:postgresql://…");
        }
        return PostingCount.query(check, url, username, password);
    }
}
