package dev.payonce.server.demo;

import dev.payonce.Accounts;
import dev.payonce.HeldReason;
import dev.payonce.Refusal;
import dev.payonce.jdbc.PayTransaction;
import dev.payonce.jdbc.TransactionState;
import dev.payonce.simulator.StormResult;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The demo's result in plain ASCII, as lines for a terminal of 100 columns. */
final class Report {
    private static final int WIDTH = 100;
    private static final int MAX_BROKEN = 3;
    private static final int MAX_WIDTH = 300;

    private final Evidence evidence;
    private final List<String> lines = new ArrayList<>();

    private Report(Evidence evidence) {
        this.evidence = evidence;
    }

    static List<String> of(Evidence evidence, Verdict verdict) {
        Report report = new Report(evidence);
        report.deliveries();
        report.checks(verdict);
        report.sums(verdict);
        return List.copyOf(report.lines);
    }

    private void deliveries() {
        Tally tally = evidence.tally();
        StormResult storm = evidence.storm();
        lines.add("");
        row(
                "delivered",
                storm.sent(),
                String.format(
                        Locale.ROOT, "p50 %s, p99 %s, %,d per second", millis(storm, 50), millis(storm, 99), rate()));
        row(
                "posted",
                tally.posted(),
                String.format(Locale.ROOT, "and %,d more when their orders came", applied() - tally.posted()));
        row("turned away", tally.turnedAway(), "duplicates");
        row("  by single flight", tally.singleFlight(), "while another delivery of the payment was in hand");
        row("  by the gate", tally.gate(), "Redis knew that it was posted");
        row("  by the database", tally.database(), "Redis knew nothing of it, or was too slow");
        row(
                "held",
                tally.held(),
                String.format(
                        Locale.ROOT,
                        "deliveries of %,d payments: %s",
                        heldPayments().size(),
                        heldReasons()));
        row("refused", tally.allRefused(), refusals());
        if (tally.again() > 0) {
            row("told to come again", tally.again(), "busy; these are among the above");
        }
        if (storm.unanswered() > 0) {
            row("not answered", storm.unanswered(), "in time");
        }
    }

    private void checks(Verdict verdict) {
        lines.add("");
        for (Verdict.Check check : verdict.checks()) {
            lines.add(String.format(
                    Locale.ROOT, "  %-6s %s  %s", check.holds() ? "ok" : "BROKEN", check.invariant(), check.text()));
            check.broken().stream().limit(MAX_BROKEN).forEach(broken -> lines.add("            " + cut(broken)));
            if (check.broken().size() > MAX_BROKEN) {
                lines.add(String.format(
                        Locale.ROOT, "            and %,d more", check.broken().size() - MAX_BROKEN));
            }
        }
    }

    private void sums(Verdict verdict) {
        lines.add("");
        lines.add(verdict.holds() ? "books balance" : "THE BOOKS ARE NOT RIGHT, see BROKEN above");
        Balances balances = evidence.balances();
        lines.add(String.format(
                Locale.ROOT,
                "  %-16s %14s received = %s on accounts + %s held",
                DemoPlan.CURRENCY,
                yuan(balances.sum(Accounts.CHANNEL, DemoPlan.CURRENCY).negate()),
                yuan(balances.sum("user:", DemoPlan.CURRENCY)),
                yuan(balances.sum(Accounts.SUSPENSE, DemoPlan.CURRENCY))));
        for (String asset : List.of(DemoPlan.POINTS, DemoPlan.COUPON)) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %-16s %,14d issued   = %,d on accounts",
                    asset,
                    balances.sum(Accounts.ISSUED, asset).negate(),
                    balances.sum("user:", asset)));
        }
    }

    private void row(String name, long number, String note) {
        String start = String.format(Locale.ROOT, "  %-19s %,9d   ", name, number);
        for (String line : wrapped(note, WIDTH - start.length())) {
            lines.add(start + line);
            start = " ".repeat(start.length());
        }
    }

    /** Broken behind commas. */
    private static List<String> wrapped(String note, int width) {
        List<String> wrapped = new ArrayList<>();
        String rest = note;
        int cut = rest.lastIndexOf(", ", width - 1);
        while (rest.length() > width && cut > 0) {
            wrapped.add(rest.substring(0, cut + 1));
            rest = rest.substring(cut + 2);
            cut = rest.lastIndexOf(", ", width - 1);
        }
        wrapped.add(rest);
        return wrapped;
    }

    private long applied() {
        return evidence.rows().stream()
                .filter(row -> row.state() == TransactionState.APPLIED)
                .count();
    }

    private List<PayTransaction> heldPayments() {
        return evidence.rows().stream()
                .filter(row -> row.state() == TransactionState.HELD)
                .toList();
    }

    private String heldReasons() {
        Map<HeldReason, Long> reasons = heldPayments().stream()
                .map(PayTransaction::heldReason)
                .filter(Objects::nonNull)
                .collect(Collectors.groupingBy(reason -> reason, TreeMap::new, Collectors.counting()));
        return reasons.entrySet().stream()
                .map(entry -> entry.getValue() + " " + lower(entry.getKey()))
                .collect(Collectors.joining(", "));
    }

    private String refusals() {
        Map<Refusal, Long> reasons = new TreeMap<>(evidence.tally().refused());
        return reasons.entrySet().stream()
                .map(entry -> entry.getValue() + " " + lower(entry.getKey()))
                .collect(Collectors.joining(", "));
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String millis(StormResult storm, int percent) {
        return String.format(Locale.ROOT, "%,d ms", storm.percentile(percent).toMillis());
    }

    private long rate() {
        Duration duration = evidence.storm().duration();
        return duration.isZero() ? 0 : evidence.storm().sent() * 1000 / Math.max(1, duration.toMillis());
    }

    private static String yuan(BigInteger fen) {
        return String.format(Locale.ROOT, "%,.2f", new BigDecimal(fen, 2));
    }

    private static String cut(String text) {
        return text.length() <= MAX_WIDTH ? text : text.substring(0, MAX_WIDTH) + " ...";
    }
}
