package dev.payonce.server;

import dev.payonce.BookException;
import dev.payonce.jdbc.InvariantChecker;
import dev.payonce.jdbc.InvariantChecker.Violation;
import dev.payonce.server.embedded.PostgresConnection;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Checks the books of a database. Exits with 0 when they are right, with 1 when they are not, with 3 when it cannot tell. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        versionProvider = PayOnce.Version.class,
        sortOptions = false,
        description = {
            "Checks what must hold of the books at any time, and names each invariant that is broken with its first rows.",
            "Reads only. Best on books at rest: each check sees its own moment.",
            ""
        },
        footer = {"", "Exits with 0 if the books are right, with 1 if not, with 3 if they cannot be read."})
final class VerifyCommand implements Callable<Integer> {
    private static final int UNKNOWN = 3;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--data-dir",
            defaultValue = "./data",
            description =
                    "The running server's data directory, if it brought its own PostgreSQL (default: ${DEFAULT-VALUE}).")
    private Path dataDirectory = Path.of("data");

    @Option(names = "--url", description = "A database elsewhere: jdbc:postgresql://host/database.")
    private @Nullable String url;

    @Option(names = "--username", defaultValue = "payonce", description = "Its user (default: ${DEFAULT-VALUE}).")
    private String username = "payonce";

    @Option(
            names = "--password",
            defaultValue = "${env:PAYONCE_DATABASE_PASSWORD:-}",
            description = "Its password; better in the environment, as PAYONCE_DATABASE_PASSWORD.",
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
    private String password = "";

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        try {
            List<Violation> violations = checker().check();
            violations.forEach(violation -> tell(violation, out));
            out.printf(Locale.ROOT, "%d invariants checked, %d broken%n", InvariantChecker.size(), violations.size());
            return violations.isEmpty() ? ExitCode.OK : ExitCode.SOFTWARE;
        } catch (BookException e) {
            return unknown("the books cannot be read: " + cause(e));
        } catch (IOException e) {
            return unknown("no server runs in " + dataDirectory + ". Name a running server's --data-dir, or a --url.");
        }
    }

    private InvariantChecker checker() throws IOException {
        if (url != null) {
            return InvariantChecker.of(url, username, password);
        }
        PostgresConnection embedded = PostgresConnection.running(dataDirectory);
        return InvariantChecker.of(embedded.jdbcUrl(), embedded.user(), embedded.password());
    }

    private static void tell(Violation violation, PrintWriter out) {
        out.println("BROKEN " + violation.invariant());
        violation.rows().forEach(row -> out.println("  " + row));
    }

    private int unknown(String why) {
        spec.commandLine().getErr().println("payonce: " + why);
        return UNKNOWN;
    }

    /** The last of the causes is the database's own word. */
    private static String cause(Throwable fault) {
        Throwable at = fault;
        while (at.getCause() != null) {
            at = at.getCause();
        }
        return String.valueOf(at.getMessage());
    }
}
