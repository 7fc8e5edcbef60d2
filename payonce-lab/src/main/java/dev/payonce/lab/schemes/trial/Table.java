package dev.payonce.lab.schemes.trial;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The findings as Markdown: a row for each contender, a column for each fault. Immutable. */
record Table(List<Finding> findings) {
    Table {
        findings = List.copyOf(findings);
    }

    /** The lines of the table; in each cell the payments doubled / lost / wrongly acknowledged / stuck, in bold if any. */
    List<String> lines() {
        Set<Fault> faults = new LinkedHashSet<>();
        Set<String> contenders = new LinkedHashSet<>();
        for (Finding finding : findings) {
            faults.add(finding.fault());
            contenders.add(finding.contender());
        }
        List<String> lines = new ArrayList<>();
        lines.add(row("", faults.stream().map(Fault::title).toList()));
        lines.add(row("---", faults.stream().map(fault -> "---").toList()));
        for (String contender : contenders) {
            lines.add(row(
                    "`" + contender + "`",
                    faults.stream().map(fault -> cell(contender, fault)).toList()));
        }
        return lines;
    }

    private static String row(String head, List<String> cells) {
        return "| " + head + " | " + String.join(" | ", cells) + " |";
    }

    private String cell(String contender, Fault fault) {
        return findings.stream()
                .filter(finding -> finding.contender().equals(contender) && finding.fault() == fault)
                .map(Table::cell)
                .findFirst()
                .orElse("");
    }

    private static String cell(Finding finding) {
        String counts = counts(finding);
        return (finding.harm() ? "**" + counts + "**" : counts) + "<br>" + speed(finding);
    }

    private static String counts(Finding finding) {
        String counts = finding.doubled() + " / " + finding.lost() + " / " + finding.wronglyAcknowledged() + " / "
                + finding.stuck();
        return finding.violation().isPresent() ? counts + ", books wrong" : counts;
    }

    private static String speed(Finding finding) {
        return String.format(Locale.ROOT, "%,d/s, %s", finding.perSecond(), time(finding.p99()));
    }

    private static String time(Duration p99) {
        return p99.toMillis() < 1000
                ? p99.toMillis() + " ms"
                : String.format(Locale.ROOT, "%.1f s", p99.toMillis() / 1000.0);
    }

    /** One finding in one line, while the trial goes on. */
    static String line(Finding finding) {
        return String.format(
                Locale.ROOT,
                "%-16s %-44s doubled %3d  lost %3d  wrong success %3d  stuck %3d  %6d requests %s%s",
                finding.contender(),
                finding.fault().title(),
                finding.doubled(),
                finding.lost(),
                finding.wronglyAcknowledged(),
                finding.stuck(),
                finding.deliveries(),
                speed(finding),
                finding.violation().map(text -> "  " + text).orElse(""));
    }
}
