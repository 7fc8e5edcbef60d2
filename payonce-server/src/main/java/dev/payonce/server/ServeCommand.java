package dev.payonce.server;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.springframework.boot.SpringApplication;
import org.springframework.context.event.ContextClosedEvent;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs the server until it is told to stop. */
@Command(
        name = "serve",
        description = {
            "Runs the server. Without spring.datasource.url and spring.data.redis.url it brings its own PostgreSQL and Redis.",
            "Stops on SIGTERM or Ctrl-C, after the work in hand."
        },
        footer = {
            "",
            "Settings often given here:",
            "  --server.port=8080             where to listen",
            "  --payonce.data-dir=./data      where the embedded servers keep their data",
            "  --spring.config.additional-location=file:payonce.yaml",
            "                                 a file with the channels and everything else"
        },
        mixinStandardHelpOptions = true,
        versionProvider = PayOnce.Version.class)
final class ServeCommand implements Callable<Integer> {
    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Parameters(paramLabel = "--KEY=VALUE", arity = "0..*", description = "A setting, as in application.yaml.")
    private List<String> settings = new ArrayList<>();

    @Override
    public Integer call() throws InterruptedException {
        for (String setting : settings) {
            if (!setting.startsWith("--")) {
                throw new ParameterException(spec.commandLine(), "Not a setting of the form --KEY=VALUE: " + setting);
            }
        }
        CountDownLatch stopped = new CountDownLatch(1);
        SpringApplication application = ServerApplication.create();
        application.addListeners((ContextClosedEvent event) -> stopped.countDown());
        if (!starts(application)) {
            return ExitCode.SOFTWARE;
        }
        stopped.await();
        return ExitCode.OK;
    }

    /** Spring Boot reports a failed start itself: known mistakes as a text, the rest with their cause. */
    private boolean starts(SpringApplication application) {
        try {
            application.run(settings.toArray(String[]::new));
            return true;
        } catch (RuntimeException reported) {
            spec.commandLine().getErr().println("payonce: the server did not start, see above");
            return false;
        }
    }
}
