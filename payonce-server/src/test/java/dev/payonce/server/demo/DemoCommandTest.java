package dev.payonce.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class DemoCommandTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void helpNamesTheOptionsAndTheirLimits() {
        assertThat(execute("--help")).isZero();
        assertThat(out.toString()).contains("--payments=N", "2 to 2000 (default: 60)", "--copies=N", "--seed=N");
    }

    @Test
    void sizesOutsideTheLimitsAreRefusedBeforeAnythingStarts() {
        assertThat(execute("--payments=1")).isEqualTo(2);
        assertThat(execute("--payments=2001")).isEqualTo(2);
        assertThat(execute("--copies=0")).isEqualTo(2);
        assertThat(execute("--copies=251")).isEqualTo(2);
        assertThat(execute("--payments=2000", "--copies=250")).isEqualTo(2);
        assertThat(execute("--payments=many")).isEqualTo(2);
        assertThat(err.toString())
                .contains("--payments must be 2 to 2000", "--copies must be 1 to 250", "must be at most 100000");
    }

    private int execute(String... arguments) {
        DemoCommand command = new DemoCommand(() -> {
            throw new AssertionError("nothing may start");
        });
        return new CommandLine(command)
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
