package dev.payonce.server.storm;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** The findings for programs. All times in microseconds, all lists whole. */
final class JsonReport {
    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private static final double[] PERCENTS = {50, 75, 90, 95, 99, 99.9, 99.99, 100};

    private JsonReport() {}

    static String of(Findings findings, Map<String, Object> settings) {
        return JSON.writeValueAsString(facts(findings, settings));
    }

    static Map<String, Object> facts(Findings findings, Map<String, Object> settings) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("verdict", findings.unknown() ? "unknown" : findings.harm() ? "wrong" : "right");
        facts.put("settings", settings);
        facts.put("payments", findings.payments());
        facts.put("paymentsAcknowledged", findings.acknowledged());
        facts.put("forgeries", findings.forgeries());
        facts.put("requests", findings.storm().sent());
        facts.put("requestsAcknowledged", findings.storm().acknowledged());
        facts.put("requestsUnanswered", findings.storm().unanswered());
        facts.put("answersByStatus", new TreeMap<>(findings.storm().byStatus()));
        facts.put("unfinishedSenders", findings.storm().unfinished());
        facts.put("durationMicros", micros(findings.storm().duration()));
        facts.put("wrongSuccess", findings.wrongSuccess());
        facts.put("refusedForEver", findings.refusedForEver());
        facts.put("openAtTheEnd", findings.openAtTheEnd());
        facts.put("postingsChecked", findings.checked());
        facts.put("booksFault", findings.booksFault());
        facts.put("postedTwice", findings.postedTwice());
        facts.put("neverPosted", findings.neverPosted());
        facts.put("pastPlatformsLimit", findings.late());
        facts.put("longestPastLimitMicros", micros(findings.longestOver()));
        Map<String, Long> latency = new LinkedHashMap<>();
        for (double percent : PERCENTS) {
            latency.put("p" + text(percent), micros(findings.latencies().at(percent)));
        }
        facts.put("latencyMicros", latency);
        return facts;
    }

    private static String text(double percent) {
        return percent == Math.rint(percent) ? Long.toString((long) percent) : Double.toString(percent);
    }

    static long micros(Duration duration) {
        return duration.toNanos() / 1000;
    }
}
