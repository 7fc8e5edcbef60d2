package dev.payonce.server.storm;

import dev.payonce.simulator.Attempt;
import dev.payonce.simulator.http.Manner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;

/** The findings for a terminal. */
final class TextReport {
    private static final int MAX_NAMED = 10;

    private final List<String> lines = new ArrayList<>();

    private TextReport() {}

    static List<String> of(Findings findings) {
        TextReport report = new TextReport();
        report.figures(findings);
        report.harm("FORGERIES ACKNOWLEDGED", findings.wrongSuccess());
        report.harm("REFUSED FOR EVER, GENUINE", findings.refusedForEver());
        report.harm("not acknowledged when the time was over", findings.openAtTheEnd());
        report.harm(
                "POSTED MORE THAN ONCE",
                findings.postedTwice().entrySet().stream()
                        .map(order -> order.getKey() + "  " + order.getValue() + " times")
                        .toList());
        report.harm("NEVER POSTED", findings.neverPosted());
        report.verdict(findings);
        return List.copyOf(report.lines);
    }

    private void figures(Findings findings) {
        var storm = findings.storm();
        long millis = Math.max(1, storm.duration().toMillis());
        lines.add("");
        row("payments", findings.payments(), String.format(Locale.ROOT, "%,d acknowledged", findings.acknowledged()));
        row("forgeries", findings.forgeries(), findings.forgeries() == 0 ? "none was sent" : "must be refused");
        row("requests", storm.sent(), String.format(Locale.ROOT, "%,d per second", storm.sent() * 1000 / millis));
        row("  acknowledged", storm.acknowledged(), "in the platform's form");
        row("  unanswered", storm.unanswered(), "refused, cut or too slow");
        row(
                "  past the limit",
                findings.late(),
                "of the platform" + (findings.late() == 0 ? "" : ", by up to " + millis(findings.longestOver())));
        lines.add("  answers by status    " + new TreeMap<>(storm.byStatus()));
        lines.add("  latency              p50 " + at(findings, 50) + ", p90 " + at(findings, 90) + ", p99 "
                + at(findings, 99) + ", p99.9 " + at(findings, 99.9) + ", max " + at(findings, 100));
        lines.add("  postings             "
                + (findings.checked() ? "counted by the receiver's books" : unchecked(findings)));
        lines.add("");
    }

    private void row(String name, long count, String text) {
        lines.add(String.format(Locale.ROOT, "  %-18s %,10d   %s", name, count, text));
    }

    private void harm(String title, Collection<String> names) {
        if (names.isEmpty()) {
            return;
        }
        lines.add(String.format(Locale.ROOT, "  %s: %,d", title, names.size()));
        names.stream().limit(MAX_NAMED).forEach(name -> lines.add("    " + name));
        if (names.size() > MAX_NAMED) {
            lines.add(String.format(Locale.ROOT, "    and %,d more: --json, --html", names.size() - MAX_NAMED));
        }
    }

    private void verdict(Findings findings) {
        if (findings.unknown()) {
            lines.add("cannot tell: " + whyUnknown(findings));
        } else {
            lines.add(findings.harm() ? "THE RECEIVER IS WRONG, see above" : right(findings));
        }
    }

    private static String right(Findings findings) {
        return findings.forgeries() > 0
                ? "nothing wrong was found"
                : "nothing wrong was found; whether forgeries are refused was not tried";
    }

    private static String unchecked(Findings findings) {
        return findings.booksFault() == null ? "not checked: no --check" : "NOT CHECKED: " + findings.booksFault();
    }

    private static String whyUnknown(Findings findings) {
        if (findings.unheard()) {
            return "nobody answered" + firstFault(findings);
        }
        return findings.storm().unfinished() > 0
                ? "the time was over before every delivery was"
                : "the receiver's books could not be read";
    }

    private static String firstFault(Findings findings) {
        return findings.storm().journal().stream()
                // Not those that this side cut.
                .filter(attempt -> attempt.sending().manner() == Manner.PROMPT)
                .map(Attempt::fault)
                .filter(Objects::nonNull)
                .findFirst()
                .map(fault -> ", first " + fault)
                .orElse("");
    }

    private static String at(Findings findings, double percent) {
        return millis(findings.latencies().at(percent));
    }

    private static String millis(Duration duration) {
        return String.format(Locale.ROOT, "%,.1f ms", duration.toNanos() / 1e6);
    }
}
