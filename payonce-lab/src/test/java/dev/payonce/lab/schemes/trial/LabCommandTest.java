package dev.payonce.lab.schemes.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Clock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class LabCommandTest {
    private final StringWriter told = new StringWriter();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--schemes=Nobody",
                "--faults=rain",
                "--payments=1",
                "--payments=100000",
                "--seed=one",
                "--copies=1"
            })
    void refusesWhatItDoesNotUnderstandBeforeAnythingStarts(String option) {
        assertThat(execute(option)).isEqualTo(2);
    }

    @Test
    void namesWhatItKnows() {
        assertThat(execute("--schemes=Nobody")).isEqualTo(2);
        assertThat(told.toString())
                .contains("Unknown scheme: Nobody; known: CheckThenPost, SetNxOnly, SetNxThenCheck, DistributedLock,"
                        + " DatabaseOnly, PayOnce");
    }

    private int execute(String... args) {
        return new CommandLine(new LabCommand(Clock.systemUTC()))
                .setErr(new PrintWriter(told))
                .execute(args);
    }
}
