package dev.payonce.server;

import dev.payonce.BookException;
import dev.payonce.jdbc.InvariantChecker;
import dev.payonce.jdbc.RecordedPayments;
import dev.payonce.server.embedded.PostgresConnection;
import dev.payonce.server.storm.JournalAudit;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Checks the books of a database. Exits with 0 when they are right, with 1 when they are not, with 3 when it cannot tell. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        versionProvider = PayOnce.Version.class,
        sortOptions = false,
        description = {
            "Checks what must hold of the books at any time, and names each invariant that is broken with its first rows.",
            "Reads only, one snapshot, so that the books may be written to meanwhile.",
            ""
        },
        footer = {"", "Exits with 0 if the books are right, with 1 if not, with 3 if they cannot be read."})
final class VerifyCommand implements Callable<Integer> {
    private static final int UNKNOWN = 3;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Mixin
    private DatabaseOptions database = new DatabaseOptions();

    @Option(
            names = "--journal",
            paramLabel = "FILE",
            description = "A journal of ./payonce storm: what was answered is held against the books. May be repeated.")
    private List<Path> journals = List.of();

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "20",
            description = "Rows told for each broken invariant; 0: all (default: ${DEFAULT-VALUE}).")
    private int limit = 20;

    @Override
    public Integer call() {
        if (limit < 0) {
            throw new ParameterException(spec.commandLine(), "--limit must be at least 0");
        }
        PrintWriter out = spec.commandLine().getOut();
        try {
            PostgresConnection books = database.connection();
            JournalAudit audit = new JournalAudit(limit, tellTo(out));
            for (Path journal : journals) {
                audit.read(journal);
            }
            int broken = InvariantChecker.of(books.jdbcUrl(), books.user(), books.password())
                    .check(limit, tellTo(out));
            int checked = InvariantChecker.size();
            if (!journals.isEmpty()) {
                broken += audit.check(RecordedPayments.of(books.jdbcUrl(), books.user(), books.password()));
                checked += JournalAudit.size();
                out.printf(Locale.ROOT, "%,d deliveries in the journal%n", audit.deliveries());
            }
            out.printf(Locale.ROOT, "%d invariants checked, %d broken%n", checked, broken);
            return broken == 0 ? ExitCode.OK : ExitCode.SOFTWARE;
        } catch (BookException e) {
            return unknown("the books cannot be read: " + cause(e));
        } catch (IOException e) {
            return unknown(e.getClass().getSimpleName() + ": " + e.getMessage());
        }
    }

    /** Prints each row as it comes, below its invariant's name. */
    private static BiConsumer<String, Map<String, Object>> tellTo(PrintWriter out) {
        AtomicReference<String> last = new AtomicReference<>("");
        return (invariant, row) -> {
            if (!invariant.equals(last.getAndSet(invariant))) {
                out.println("BROKEN " + invariant);
            }
            out.println("  " + row);
        };
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
