package dev.payonce.simulator;

import java.time.Duration;

/**
 * How a storm blows.
 *
 * @param inFlight most requests under way at once, 1 to {@value #MAX_IN_FLIGHT}
 * @param maxRetries most attempts of one sender after its first; the platform's schedule may end earlier
 * @param compression how many times shorter than the platform's its pauses are
 * @param timeLimit after it nothing more is sent
 * @param answerTimeout how long a request may take, from connecting to the end of the answer
 * @param signAhead whether all first attempts are signed, on all processors, before the first is sent
 * @param seed of the order of deliveries and of every nonce
 * @param weather rate, order and rude clients
 */
public record StormSettings(
        int inFlight,
        int maxRetries,
        int compression,
        Duration timeLimit,
        Duration answerTimeout,
        boolean signAhead,
        long seed,
        Weather weather) {
    /** The upper limit of {@link #inFlight}. */
    public static final int MAX_IN_FLIGHT = 10_000;
    /** The upper limit of {@link #maxRetries}. */
    public static final int MAX_RETRIES = 100;

    public StormSettings {
        requireWithin(inFlight, 1, MAX_IN_FLIGHT, "inFlight");
        requireWithin(maxRetries, 0, MAX_RETRIES, "maxRetries");
        requireWithin(compression, 1, Integer.MAX_VALUE, "compression");
        requirePositive(timeLimit, "timeLimit");
        requirePositive(answerTimeout, "answerTimeout");
    }

    /** 256 in flight, up to 15 retries a thousand times faster than life, at most a minute, 5 s to answer, seed 1. */
    public static StormSettings defaults() {
        return new StormSettings(256, 15, 1000, Duration.ofMinutes(1), Duration.ofSeconds(5), false, 1, Weather.calm());
    }

    public StormSettings withInFlight(int other) {
        return new StormSettings(other, maxRetries, compression, timeLimit, answerTimeout, signAhead, seed, weather);
    }

    /** Retries of one sender and how many times faster than life they come. */
    public StormSettings withRetries(int max, int times) {
        return new StormSettings(inFlight, max, times, timeLimit, answerTimeout, signAhead, seed, weather);
    }

    public StormSettings withTimeLimit(Duration other) {
        return new StormSettings(inFlight, maxRetries, compression, other, answerTimeout, signAhead, seed, weather);
    }

    public StormSettings withAnswerTimeout(Duration other) {
        return new StormSettings(inFlight, maxRetries, compression, timeLimit, other, signAhead, seed, weather);
    }

    public StormSettings signingAhead() {
        return new StormSettings(inFlight, maxRetries, compression, timeLimit, answerTimeout, true, seed, weather);
    }

    public StormSettings withSeed(long other) {
        return new StormSettings(
                inFlight, maxRetries, compression, timeLimit, answerTimeout, signAhead, other, weather);
    }

    public StormSettings withWeather(Weather other) {
        return new StormSettings(inFlight, maxRetries, compression, timeLimit, answerTimeout, signAhead, seed, other);
    }

    private static void requireWithin(int value, int min, int max, String what) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(what + " must be " + min + " to " + max);
        }
    }

    private static void requirePositive(Duration value, String what) {
        if (value.isZero() || value.isNegative()) {
            throw new IllegalArgumentException(what + " must be positive");
        }
    }
}
