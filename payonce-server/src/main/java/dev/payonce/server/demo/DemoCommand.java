package dev.payonce.server.demo;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.springframework.boot.SpringApplication;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * Shows the main job end to end. Exits with 0 when every invariant holds, with 1 when one is broken or the demo could not be
 * run, with 130 when it was told to stop; leaves no process and no file behind.
 */
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = {
            "Shows the main job end to end, in a temporary folder, in well under a minute.",
            "",
            "Starts the server, creates orders, and plays WeChat Pay and Alipay on a bad day: every payment is delivered"
                    + " many times at once, among forgeries; Redis loses its memory; payments come that fit no order."
                    + " Then counts what was delivered, posted and turned away, and checks that the books balance.",
            ""
        },
        footer = {"", "Exits with 0 if the books balance, with 1 if not. Listens on loopback only, keeps nothing."},
        sortOptions = false)
public final class DemoCommand implements Callable<Integer> {
    private static final int STOPPED = 130;

    private final Supplier<SpringApplication> application;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Option(
            names = "--payments",
            paramLabel = "N",
            defaultValue = "60",
            description = "Payments, 2 to " + DemoSettings.MAX_PAYMENTS + " (default: ${DEFAULT-VALUE}).")
    private int payments;

    @Option(
            names = "--copies",
            paramLabel = "N",
            defaultValue = "50",
            description =
                    "Deliveries of each at once, 1 to " + DemoSettings.MAX_COPIES + " (default: ${DEFAULT-VALUE}).")
    private int copies;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Another seed makes other payments (default: ${DEFAULT-VALUE}).")
    private long seed;

    /** @param application makes the server's application, not yet run */
    public DemoCommand(Supplier<SpringApplication> application) {
        this.application = application;
    }

    @Override
    public Integer call() throws IOException {
        PrintWriter out = spec.commandLine().getOut();
        try {
            Demo demo = new Demo(settings(), out, isTerminal());
            return demo.run(application.get()) ? ExitCode.OK : ExitCode.SOFTWARE;
        } catch (InterruptedException told) {
            out.printf(Locale.ROOT, "%nStopped.%n");
            out.flush();
            return STOPPED;
        }
    }

    private DemoSettings settings() {
        try {
            return new DemoSettings(payments, copies, seed);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), String.valueOf(e.getMessage()), e);
        }
    }

    /** picocli's own judgement of whether the output is a terminal that can be written over. */
    private static boolean isTerminal() {
        return Ansi.AUTO.enabled();
    }
}
