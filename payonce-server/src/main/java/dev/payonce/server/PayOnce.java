package dev.payonce.server;

import dev.payonce.server.demo.DemoCommand;
import dev.payonce.server.storm.StormCommand;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * The command line. Exits with the subcommand's code: 0 when it did its job, 1 when it could not, 2 when it was not
 * understood; those that judge something with 3 when they cannot tell.
 */
@Command(
        name = "payonce",
        description = "Receives the callbacks of payment platforms and posts each payment exactly once.",
        mixinStandardHelpOptions = true,
        versionProvider = PayOnce.Version.class,
        footer = {"", "In the source tree, ./payonce lab holds PayOnce beside five other ways of posting once."},
        synopsisSubcommandLabel = "COMMAND")
public final class PayOnce implements Runnable {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    /** Runs the command line and ends the process with its code. */
    public static void main(String[] args) {
        System.exit(commandLine().execute(args));
    }

    static CommandLine commandLine() {
        // Settings look like options, and only Spring Boot knows them all.
        CommandLine serve = new CommandLine(new ServeCommand()).setUnmatchedOptionsArePositionalParams(true);
        return new CommandLine(new PayOnce())
                .addSubcommand(serve)
                .addSubcommand(new DemoCommand(ServerApplication::create))
                .addSubcommand(new StormCommand(Clock.systemUTC()))
                .addSubcommand(new VerifyCommand())
                .setParameterExceptionHandler(PayOnce::explain)
                .setExecutionExceptionHandler(PayOnce::report);
    }

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "Missing command.");
    }

    /** What was not understood comes last, where it is read: a subcommand's help is longer than a screen. */
    private static int explain(ParameterException fault, String[] arguments) {
        CommandLine at = fault.getCommandLine();
        PrintWriter err = at.getErr();
        if (at.getParent() == null) {
            at.usage(err);
        }
        err.println(fault.getMessage());
        UnmatchedArgumentException.printSuggestions(fault, err);
        if (at.getParent() != null) {
            err.println("See: " + at.getCommandSpec().qualifiedName() + " --help");
        }
        return at.getCommandSpec().exitCodeOnInvalidInput();
    }

    /** A failure that reaches the command line has no better place to be told: its whole cause goes out. */
    private static int report(Exception failure, CommandLine commandLine, CommandLine.ParseResult parsed) {
        failure.printStackTrace(commandLine.getErr());
        return CommandLine.ExitCode.SOFTWARE;
    }

    /** The version in the jar's manifest. */
    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Optional.ofNullable(PayOnce.class.getPackage().getImplementationVersion())
                    .orElse("(not packaged)");
            return new String[] {"payonce " + version};
        }
    }
}
