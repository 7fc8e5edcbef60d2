package dev.payonce.server.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReportTest {
    private static final int MAX_LINES = 32;
    private static final int MAX_COLUMNS = 100;

    @Test
    void reportOfRightBooksIsShortPlainAndSaysSo() {
        List<String> lines = report(new PlantedEvidence());
        assertThat(lines)
                .hasSizeLessThan(MAX_LINES)
                .allSatisfy(line -> assertThat(line)
                        .hasSizeLessThanOrEqualTo(MAX_COLUMNS)
                        .matches(text -> StandardCharsets.US_ASCII.newEncoder().canEncode(text)));
        assertThat(lines)
                .contains("books balance")
                .contains("  turned away                14   duplicates")
                .contains("  refused                     1   1 bad signature")
                .anySatisfy(line -> assertThat(line).contains("8 payments: 2 order unknown, 2 excess payment"))
                .noneMatch(line -> line.contains("BROKEN"));
    }

    @Test
    void reportOfWrongBooksNamesWhatBroke() {
        List<String> lines = report(new PlantedEvidence().withViolation("3: a balance equals the sum of its entries"));
        assertThat(lines)
                .doesNotContain("books balance")
                .contains("THE BOOKS ARE NOT RIGHT, see BROKEN above")
                .anySatisfy(line -> assertThat(line).contains("BROKEN 3"))
                .anySatisfy(line -> assertThat(line).contains("a balance equals the sum of its entries", "DEMO-1"));
    }

    @Test
    void onlyTheFirstBrokenRowsAreShown() {
        PlantedEvidence evidence = new PlantedEvidence();
        for (int i = 0; i < 10; i++) {
            evidence = evidence.withViolation("4: planted " + i);
        }
        assertThat(report(evidence))
                .anySatisfy(line -> assertThat(line).contains("and 7 more"))
                .noneMatch(line -> line.contains("planted 5"));
    }

    private static List<String> report(PlantedEvidence planted) {
        Evidence evidence = planted.evidence();
        return Report.of(evidence, Verdict.of(evidence));
    }
}
