package dev.payonce.lab.schemes.trial;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Holds PayOnce beside five usual ways of posting a payment once. Exits with 0 when PayOnce did no harm, with 1 when it did,
 * with 2 when it was not understood, with 3 when the trial could not be held.
 */
@Command(
        name = "payonce lab",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Holds PayOnce beside five usual ways of posting a payment once: the same PostgreSQL, Redis, signatures and"
                    + " storm, the same faults. Counts payments doubled, lost, wrongly acknowledged and stuck.",
            ""
        },
        footer = {
            "",
            "Exits with 0 if PayOnce did no harm, with 1 if it did, with 3 if the trial could not be held.",
            "Brings its own servers, listens on loopback only, keeps nothing but the logs of a failure."
        })
public final class LabCommand implements Callable<Integer> {
    private static final int UNKNOWN = 3;
    private static final int QUICK_PAYMENTS = 100;
    private static final int QUICK_COPIES = 8;
    private static final int PAYMENTS = 800;
    private static final int COPIES = 10;

    private final Clock clock;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(names = "--quick", description = "A small storm: all of it in under 15 minutes on two processors.")
    private boolean quick;

    @Option(names = "--seed", paramLabel = "N", defaultValue = "1", description = "Other payments, another order.")
    private long seed;

    @Option(names = "--payments", paramLabel = "N", description = "Payments in each cell.")
    private @Nullable Integer payments;

    @Option(names = "--copies", paramLabel = "N", description = "Deliveries of each payment in a storm.")
    private @Nullable Integer copies;

    @Option(names = "--schemes", split = ",", paramLabel = "NAME", description = "Only these (default: all).")
    private List<String> schemes = new ArrayList<>();

    @Option(names = "--faults", split = ",", paramLabel = "NAME", description = "Only these (default: all).")
    private List<String> faults = new ArrayList<>();

    @Option(
            names = "--write",
            paramLabel = "FILE",
            description = "Put the table into this document, between its lines <!-- lab --> and <!-- /lab -->.")
    private @Nullable Path write;

    LabCommand(Clock clock) {
        this.clock = clock;
    }

    /** Runs the command line and ends the process with its code. */
    public static void main(String[] args) {
        System.setProperty("logback.configurationFile", "lab-logback.xml");
        System.exit(new CommandLine(new LabCommand(Clock.systemUTC()))
                .setExecutionExceptionHandler(LabCommand::report)
                .execute(args));
    }

    private static int report(Exception failure, CommandLine commandLine, CommandLine.ParseResult parsed) {
        failure.printStackTrace(commandLine.getErr());
        return UNKNOWN;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        List<Contender> contenders = chosen(schemes, Contender.all(), Contender::title, "scheme");
        List<Fault> played = chosen(faults, Arrays.asList(Fault.values()), Fault::word, "fault");
        Measures measures = measures();
        requirePlace();
        long start = System.nanoTime();
        List<Finding> findings = new ArrayList<>();
        String servers;
        try (Laboratory laboratory = new Laboratory(measures, clock)) {
            servers = laboratory.trial().servers();
            for (Contender contender : contenders) {
                for (Fault fault : played) {
                    Finding finding = laboratory.trial().run(contender, fault);
                    findings.add(finding);
                    say(Table.line(finding));
                }
            }
            if (!harmOfPayOnce(findings)) {
                laboratory.forget();
            } else {
                say("the logs are in " + laboratory.folder());
            }
        }
        Duration took = Duration.ofNanos(System.nanoTime() - start);
        tell(new Report(new Table(findings), measures, servers, LocalDate.now(clock), took));
        return harmOfPayOnce(findings) ? ExitCode.SOFTWARE : ExitCode.OK;
    }

    private void tell(Report report) throws IOException {
        say("");
        report.lines().forEach(this::say);
        if (write != null) {
            report.write(write);
        }
    }

    private static boolean harmOfPayOnce(List<Finding> findings) {
        return findings.stream().anyMatch(finding -> finding.contender().equals("PayOnce") && finding.harm());
    }

    private Measures measures() {
        int howMany = payments != null ? payments : quick ? QUICK_PAYMENTS : PAYMENTS;
        int each = copies != null ? copies : quick ? QUICK_COPIES : COPIES;
        try {
            return new Measures(howMany, each, seed);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    private void requirePlace() {
        if (write != null) {
            try {
                Report.requirePlace(write);
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
            } catch (IOException e) {
                throw new ParameterException(spec.commandLine(), "--write: " + write + " cannot be read", e);
            }
        }
    }

    private <T> List<T> chosen(List<String> names, List<T> all, Function<T, String> name, String what) {
        List<String> known = all.stream().map(name).toList();
        for (String each : names) {
            if (!known.contains(each)) {
                throw new ParameterException(
                        spec.commandLine(), "Unknown " + what + ": " + each + "; known: " + String.join(", ", known));
            }
        }
        return all.stream()
                .filter(each -> names.isEmpty() || names.contains(name.apply(each)))
                .toList();
    }

    private void say(String line) {
        PrintWriter out = spec.commandLine().getOut();
        out.println(line);
        out.flush();
    }
}
