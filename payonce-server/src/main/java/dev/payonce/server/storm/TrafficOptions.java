package dev.payonce.server.storm;

import dev.payonce.simulator.Mixture;
import dev.payonce.simulator.Platform;
import dev.payonce.simulator.Storm;
import dev.payonce.simulator.StormSettings;
import dev.payonce.simulator.Weather;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a storm blows, and what comes among the genuine deliveries. */
final class TrafficOptions {
    private static final int MAX_SECONDS = 24 * 60 * 60;
    private static final int ALL = 100;

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            defaultValue = "64",
            description = "Requests under way at once (default: ${DEFAULT-VALUE}).")
    private int concurrency;

    @Option(
            names = "--duplicates",
            paramLabel = "N",
            defaultValue = "5",
            description = "Deliveries of each payment at once, beside the retries (default: ${DEFAULT-VALUE}).")
    private int duplicates;

    @Option(
            names = "--rate",
            paramLabel = "N",
            defaultValue = "0",
            description = "First deliveries a second, whatever is answered; latency counts from the intended time."
                    + " 0: as fast as answers come (default).")
    private int rate;

    @Option(
            names = "--schedule-factor",
            paramLabel = "N",
            defaultValue = "10000",
            description = "How many times faster than in life the platform's retries come (default: ${DEFAULT-VALUE}).")
    private int factor;

    @Option(names = "--in-order", description = "Deliver in the order of the payments; else they are shuffled.")
    private boolean inOrder;

    @Option(
            names = "--probes",
            paramLabel = "PERCENT",
            defaultValue = "2",
            description =
                    "Signature probes to a hundred payments, where the platform sends them (default: ${DEFAULT-VALUE}).")
    private int probes;

    @Option(
            names = "--tampered",
            paramLabel = "PERCENT",
            defaultValue = "5",
            description = "Real payments changed after signing, to a hundred (default: ${DEFAULT-VALUE}).")
    private int tampered;

    @Option(
            names = "--forged",
            paramLabel = "PERCENT",
            defaultValue = "5",
            description = "Payments that nobody made, to a hundred (default: ${DEFAULT-VALUE}).")
    private int forged;

    @Option(
            names = "--slow",
            paramLabel = "PERCENT",
            description = "Deliveries whose answer is read half a second late (default: 1).")
    private @Nullable Integer slow;

    @Option(
            names = "--cut",
            paramLabel = "PERCENT",
            description = "Deliveries whose connection is cut before the answer is read (default: 1).")
    private @Nullable Integer cut;

    @Option(
            names = "--time-limit",
            paramLabel = "SECONDS",
            defaultValue = "300",
            description = "After it nothing more is sent (default: ${DEFAULT-VALUE}).")
    private int timeLimit;

    @Option(
            names = "--answer-timeout",
            paramLabel = "SECONDS",
            description = "How long an answer is waited for (default: twice as long as the platform does; what comes"
                    + " later than the platform waits is no acknowledgement either way).")
    private @Nullable Integer answerTimeout;

    @Option(names = "--sign-ahead", description = "Sign all first deliveries before the first is sent.")
    private boolean signAhead;

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Makes payments, order of deliveries and forgeries (default: ${DEFAULT-VALUE}).")
    private long seed;

    long seed() {
        return seed;
    }

    Mixture mixture() {
        within("--duplicates", duplicates, 1, Storm.MAX_DELIVERIES);
        within("--probes", probes, 0, ALL);
        within("--tampered", tampered, 0, ALL);
        within("--forged", forged, 0, ALL);
        return new Mixture(duplicates, probes, tampered, forged);
    }

    StormSettings settings(Platform platform) {
        within("--concurrency", concurrency, 1, StormSettings.MAX_IN_FLIGHT);
        within("--rate", rate, 0, Weather.MAX_RATE);
        within("--schedule-factor", factor, 1, Integer.MAX_VALUE);
        within("--time-limit", timeLimit, 1, MAX_SECONDS);
        if (answerTimeout != null) {
            within("--answer-timeout", answerTimeout, 1, MAX_SECONDS);
        }
        within("--slow and --cut together", slow() + cut(), 0, ALL);
        StormSettings settings = StormSettings.defaults()
                .withInFlight(concurrency)
                .withRetries(StormSettings.MAX_RETRIES, factor)
                .withTimeLimit(Duration.ofSeconds(timeLimit))
                .withAnswerTimeout(
                        answerTimeout == null ? platform.patience().multipliedBy(2) : Duration.ofSeconds(answerTimeout))
                .withSeed(seed)
                .withWeather(new Weather(rate, !inOrder, slow(), cut()));
        return signAhead ? settings.signingAhead() : settings;
    }

    /** One of a hundred, unless said otherwise or all are of the other kind. */
    private int slow() {
        return share("--slow", slow, cut);
    }

    private int cut() {
        return share("--cut", cut, slow);
    }

    private static int share(String option, @Nullable Integer own, @Nullable Integer other) {
        if (own == null) {
            return other == null || other < ALL ? 1 : 0;
        }
        within(option, own, 0, ALL);
        return own;
    }

    private static void within(String option, int value, int min, int max) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(option + " must be " + min + " to " + max);
        }
    }

    Map<String, Object> facts() {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("concurrency", concurrency);
        facts.put("duplicates", duplicates);
        facts.put("rate", rate);
        facts.put("scheduleFactor", factor);
        facts.put("shuffled", !inOrder);
        facts.put("probesPercent", probes);
        facts.put("tamperedPercent", tampered);
        facts.put("forgedPercent", forged);
        facts.put("slowPercent", slow());
        facts.put("cutPercent", cut());
        facts.put("seed", seed);
        return facts;
    }
}
