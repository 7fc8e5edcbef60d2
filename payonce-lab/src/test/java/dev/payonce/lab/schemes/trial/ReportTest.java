package dev.payonce.lab.schemes.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportTest {
    private static final List<Finding> FINDINGS = List.of(
            finding("CheckThenPost", Fault.CALM, 0),
            finding("CheckThenPost", Fault.STORM, 31),
            finding("PayOnce", Fault.CALM, 0),
            finding("PayOnce", Fault.STORM, 0));

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    @Test
    void tableHasARowForEachContenderAndHarmInBold() {
        assertThat(new Table(FINDINGS).lines())
                .containsExactly(
                        "|  | calm | storm |",
                        "| --- | --- | --- |",
                        "| `CheckThenPost` | 0 / 0 / 0 / 0<br>1,234/s, 80 ms | **31 / 0 / 0 / 0**<br>1,234/s, 80 ms |",
                        "| `PayOnce` | 0 / 0 / 0 / 0<br>1,234/s, 80 ms | 0 / 0 / 0 / 0<br>1,234/s, 80 ms |");
    }

    @Test
    void replacesWhatStandsBetweenTheMarkersAndNothingElse() throws IOException {
        Path document = write("# Proof\n<!-- lab -->\nearlier figures\n<!-- /lab -->\nrest\n");

        report().write(document);
        report().write(document);

        assertThat(Files.readString(document))
                .startsWith("# Proof\n<!-- lab -->\nMeasured on 2026-12-02 in 2 min 5 s: `--seed=9")
                .endsWith("""
                        | `PayOnce` | 0 / 0 / 0 / 0<br>1,234/s, 80 ms | 0 / 0 / 0 / 0<br>1,234/s, 80 ms |
                        <!-- /lab -->
                        rest
                        """)
                .doesNotContain("earlier figures")
                .containsOnlyOnce("CheckThenPost");
    }

    @Test
    void refusesADocumentWithoutAPlace() throws IOException {
        Path document = write("# Proof\n<!-- /lab -->\n<!-- lab -->\n");

        assertThatThrownBy(() -> Report.requirePlace(document))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("<!-- lab -->");
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("proof.md"), text);
    }

    private static Report report() {
        return new Report(
                new Table(FINDINGS),
                new Measures(200, 8, 9),
                "PostgreSQL 17, Redis 7",
                LocalDate.of(2026, 12, 2),
                Duration.ofSeconds(125));
    }

    private static Finding finding(String contender, Fault fault, int doubled) {
        return new Finding(contender, fault, doubled, 0, 0, 0, Optional.empty(), 1600, 1234, Duration.ofMillis(80));
    }
}
