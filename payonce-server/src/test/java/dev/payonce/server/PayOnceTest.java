package dev.payonce.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class PayOnceTest {
    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void unknownCommandIsAnsweredWithUsage() {
        assertThat(execute("bogus")).isEqualTo(2);
        assertThat(err.toString()).contains("'bogus'", "Usage: payonce");
    }

    @Test
    void missingCommandIsAnsweredWithUsage() {
        assertThat(execute()).isEqualTo(2);
        assertThat(err.toString()).contains("Usage: payonce");
    }

    @Test
    void faultOfASubcommandIsNotBuriedUnderItsHelp() {
        assertThat(execute("storm", "--channel=stripe", "--count=many")).isEqualTo(2);
        assertThat(err.toString().lines())
                .containsExactly(
                        "Invalid value for option '--count': 'many' is not an int", "See: payonce storm --help");
    }

    @Test
    void misspelledOptionIsAnsweredWithLikeOnes() {
        assertThat(execute("storm", "--chanel=stripe")).isEqualTo(2);
        assertThat(err.toString()).contains("--channel");
    }

    @Test
    void helpIsGivenForEachCommand() {
        assertThat(execute("--help")).isZero();
        assertThat(execute("serve", "--help")).isZero();
        assertThat(out.toString()).contains("Usage: payonce [-hV] COMMAND", "Usage: payonce serve");
    }

    @Test
    void versionIsTold() {
        assertThat(execute("--version")).isZero();
        assertThat(out.toString()).startsWith("payonce ");
    }

    @Test
    void serveTakesNothingButSettings() {
        assertThat(execute("serve", "--server.port=0", "server.port=0")).isEqualTo(2);
        assertThat(err.toString()).contains("Not a setting of the form --KEY=VALUE: server.port=0");
    }

    private int execute(String... arguments) {
        CommandLine commandLine = PayOnce.commandLine();
        return commandLine
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
