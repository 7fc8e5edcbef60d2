package dev.payonce.server.storm;

import dev.payonce.simulator.Attempt;
import dev.payonce.simulator.Latencies;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A storm over its time, in at most some hundred steps, as columns for plots. */
final class TimeSeries {
    private static final int STEPS = 120;
    private static final long LEAST_MILLIS = 10;
    private static final double[] PERCENTS = {
        0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 97.5, 99, 99.5, 99.9, 99.95, 99.99, 100
    };

    private TimeSeries() {}

    /** Seconds; and for each step acknowledged, not acknowledged, unanswered requests a second; p50, p99, max in ms. */
    static Map<String, List<? extends Number>> of(List<Attempt> journal) {
        Map<Long, List<Attempt>> steps = new TreeMap<>();
        Instant first = journal.stream()
                .map(attempt -> attempt.sending().at())
                .min(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
        Instant last = journal.stream()
                .map(attempt -> attempt.sending().at())
                .max(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
        long step = Math.max(LEAST_MILLIS, Duration.between(first, last).toMillis() / STEPS + 1);
        for (Attempt attempt : journal) {
            long number = Duration.between(first, attempt.sending().at()).toMillis() / step;
            steps.computeIfAbsent(number, key -> new ArrayList<>()).add(attempt);
        }
        Map<String, List<? extends Number>> columns = new TreeMap<>();
        double perSecond = 1000.0 / step;
        columns.put(
                "seconds",
                steps.keySet().stream().map(number -> number * step / 1000.0).toList());
        columns.put("acknowledged", rates(steps, perSecond, Attempt::acknowledged));
        columns.put("refused", rates(steps, perSecond, attempt -> attempt.answered() && !attempt.acknowledged()));
        columns.put("unanswered", rates(steps, perSecond, attempt -> !attempt.answered()));
        List<Latencies> latencies = steps.values().stream().map(Latencies::of).toList();
        columns.put("p50", latencies.stream().map(all -> millis(all.at(50))).toList());
        columns.put("p99", latencies.stream().map(all -> millis(all.at(99))).toList());
        columns.put("max", latencies.stream().map(all -> millis(all.at(100))).toList());
        return columns;
    }

    /** Percents and the milliseconds that this share did not exceed. */
    static Map<String, List<? extends Number>> distribution(Latencies latencies) {
        List<Double> percents = new ArrayList<>();
        List<Double> millis = new ArrayList<>();
        for (double percent : PERCENTS) {
            percents.add(percent);
            millis.add(millis(latencies.at(percent)));
        }
        return Map.of("percent", percents, "millis", millis);
    }

    private static List<Double> rates(
            Map<Long, List<Attempt>> steps, double perSecond, java.util.function.Predicate<Attempt> which) {
        return steps.values().stream()
                .map(all -> all.stream().filter(which).count() * perSecond)
                .toList();
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }
}
