package dev.payonce.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.server.ServerApplication;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationPreparedEvent;
import picocli.CommandLine;

/** A small demo in this JVM. */
class DemoIT {
    private final StringWriter out = new StringWriter();
    private @Nullable Path folder;
    private final Properties before = (Properties) System.getProperties().clone();

    /** Logging leaves its settings there, and the next application would write to this one's file. */
    @AfterEach
    void restoreSystemProperties() {
        System.setProperties(before);
    }

    @Test
    void smallDemoBalancesItsBooksAndLeavesNothingBehind() {
        int code = execute(ServerApplication.create(), "--payments=6", "--copies=5", "--seed=3");

        String table = out.toString();
        assertThat(code).as(table).isZero();
        assertThat(number(table, "posted")).isEqualTo(6);
        assertThat(table).contains("and 2 more when their orders came");
        // 6 x 5 in the storm, 6 x 2 with an empty Redis, 2 x 5 for the two that came before their orders; on a busy
        // machine
        // some are told to come again.
        assertThat(number(table, "turned away")).isGreaterThanOrEqualTo(6 * 4 + 6 * 2 + 2 * 5);
        assertThat(number(table, "by single flight") + number(table, "by the gate") + number(table, "by the database"))
                .isEqualTo(number(table, "turned away"));
        // Each of the six and of the two was found in the database before Redis knew of it.
        assertThat(number(table, "by the database")).isGreaterThanOrEqualTo(6 + 2);
        assertThat(number(table, "refused")).isEqualTo(14);
        assertThat(number(table, "delivered"))
                .isEqualTo(number(table, "posted")
                        + number(table, "turned away")
                        + number(table, "held")
                        + number(table, "refused"));
        assertThat(table)
                .contains("8 payments: 2 order unknown", "books balance")
                .doesNotContain("BROKEN", "\r", "\u001b");
        assertThat(table.lines().count()).isLessThanOrEqualTo(40);
        assertNothingIsLeft();
    }

    @Test
    void demoThatCannotStartFailsAndSaysWhy() {
        SpringApplication application = ServerApplication.create();
        application.addListeners((ApplicationPreparedEvent event) -> {
            throw new IllegalStateException("planted");
        });
        assertThat(execute(application, "--payments=2", "--copies=1")).isEqualTo(1);
        assertThat(out.toString()).contains("The demo broke off", "planted").doesNotContain("books balance");
        assertNothingIsLeft();
    }

    private int execute(SpringApplication application, String... arguments) {
        application.addInitializers(
                context -> folder = Path.of(context.getEnvironment().getRequiredProperty("payonce.data-dir"))
                        .getParent());
        return new CommandLine(new DemoCommand(() -> application))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute(arguments);
    }

    private void assertNothingIsLeft() {
        assertThat(folder).isNotNull().doesNotExist();
        assertThat(ProcessHandle.allProcesses()
                        .map(process -> process.info().commandLine().orElse(""))
                        .filter(command -> command.contains(String.valueOf(folder))))
                .isEmpty();
    }

    /** The number in the row of that name. */
    private static long number(String table, String row) {
        Matcher matcher =
                Pattern.compile("^ *" + row + " +([0-9,]+) ", Pattern.MULTILINE).matcher(table);
        assertThat(matcher.find()).as(row).isTrue();
        return Long.parseLong(matcher.group(1).replace(",", ""));
    }
}
