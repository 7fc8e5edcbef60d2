package dev.payonce.channel;

import dev.payonce.Body;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Seeded mutations of deliveries. {@code -Dpayonce.fuzz.deliveries=N} sets how many, {@code -Dpayonce.fuzz.seed=S} repeats a
 * run, {@code -Dpayonce.fuzz.only=I} one delivery of it: each is made from the seed and its own number alone.
 */
public final class Fuzz {
    private static final int DEFAULT_COUNT = 100_000;
    private static final long SEED = Long.getLong("payonce.fuzz.seed", System.nanoTime());
    private static final int ONLY = Integer.getInteger("payonce.fuzz.only", -1);
    private static final int SUSPICIOUS_SECONDS = 20;

    /** What has a meaning in JSON, and numbers and characters that readers differ about. */
    private static final List<String> JSON = List.of(
            "\"",
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "\\",
            "\\u0000",
            "\\ud800",
            "null",
            "true",
            "-1",
            "1e9",
            "0.1",
            "9".repeat(40),
            "{\"a\":".repeat(60),
            "\n",
            "\r\n",
            " ",
            "\ufeff",
            "é",
            "\u0000",
            "=",
            "A");

    private Fuzz() {}

    public static int count() {
        return Integer.getInteger("payonce.fuzz.deliveries", DEFAULT_COUNT);
    }

    /** Whether this run is for a single delivery, of which nothing can be said on average. */
    public static boolean repeatsOne() {
        return ONLY >= 0;
    }

    /** Runs a test so many times, each with a randomness of its own. What fails says how to repeat it, what hangs does too. */
    public static void each(int count, Consumer<Random> test) {
        AtomicInteger current = new AtomicInteger();
        ScheduledExecutorService watch = watch(current, Thread.currentThread());
        try {
            int end = repeatsOne() ? ONLY + 1 : count;
            for (int i = Math.max(0, ONLY); i < end; i++) {
                current.set(i);
                run(test, i);
            }
        } finally {
            var unused = watch.shutdownNow();
        }
    }

    private static void run(Consumer<Random> test, int index) {
        try {
            test.accept(new Random(SEED ^ (index + 1) * 0x9e3779b97f4a7c15L));
        } catch (RuntimeException | Error e) {
            throw new AssertionError(repeat(index) + ": " + e, e);
        }
    }

    private static String repeat(int index) {
        return "repeat it with -Dpayonce.fuzz.seed=" + SEED + " -Dpayonce.fuzz.only=" + index;
    }

    /** An endless loop heeds no interrupt: all that can be done is to say where. */
    private static ScheduledExecutorService watch(AtomicInteger current, Thread tested) {
        ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "fuzz-watch");
            thread.setDaemon(true);
            return thread;
        });
        AtomicInteger before = new AtomicInteger(-1);
        var unused = watch.scheduleAtFixedRate(
                () -> {
                    int index = current.get();
                    if (before.getAndSet(index) == index) {
                        System.err.println(
                                "no end in sight, " + repeat(index) + " " + Arrays.toString(tested.getStackTrace()));
                    }
                },
                SUSPICIOUS_SECONDS,
                SUSPICIOUS_SECONDS,
                TimeUnit.SECONDS);
        return watch;
    }

    /** For figures of a run. */
    public static long seed() {
        return SEED;
    }

    /** Everything about the outcome but the bytes that led to it. */
    public static String effect(Decoded decoded) {
        return decoded.fold(
                payment -> payment.key() + " " + payment.content() + " " + payment.paidAt(),
                ignored -> "ignored " + ignored,
                refused -> "refused " + refused);
    }

    public static <T> T pick(Random random, List<T> values) {
        return values.get(random.nextInt(values.size()));
    }

    /** The tokens of JSON and some of a channel's own. */
    public static List<String> json(String... own) {
        return Stream.concat(JSON.stream(), Stream.of(own)).toList();
    }

    /** A token, damaged: content that no platform sends. */
    public static String strange(Random random, List<String> tokens) {
        return damage(random, pick(random, tokens), tokens);
    }

    /** Damages text somewhere: a character changed, removed, doubled or inserted, a part cut off or repeated. */
    public static String damage(Random random, String text, List<String> tokens) {
        if (text.isEmpty()) {
            return pick(random, tokens);
        }
        int at = random.nextInt(text.length());
        int to = at + random.nextInt(Math.min(20, text.length() - at) + 1);
        return switch (random.nextInt(7)) {
            case 0 -> text.substring(0, at);
            case 1 -> text.substring(0, at) + text.substring(to);
            case 2 -> text.substring(0, to) + text.substring(at);
            case 3 -> text.substring(0, at) + pick(random, tokens) + text.substring(at);
            case 4 -> text.substring(0, at) + pick(random, tokens) + text.substring(to);
            case 5 ->
                text.substring(0, at) + (char) (text.charAt(at) ^ (1 << random.nextInt(8))) + text.substring(at + 1);
            default -> text.substring(at) + text.substring(0, at);
        };
    }

    /** Damages a delivery whose signature is in headers and over the body, once to three times. */
    public static Delivery damage(Random random, Delivery delivery, List<String> headers, List<String> tokens) {
        byte[] body = delivery.body().bytes();
        Map<String, List<String>> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        all.putAll(delivery.headers());
        int times = 1 + random.nextInt(3);
        for (int i = 0; i < times; i++) {
            if (random.nextBoolean()) {
                String name = pick(random, headers);
                all.put(name, damageHeader(random, all.getOrDefault(name, List.of()), tokens));
            } else if (random.nextInt(4) == 0 && body.length > 0) {
                body = Arrays.copyOf(body, body.length);
                body[random.nextInt(body.length)] ^= (byte) (1 << random.nextInt(8));
            } else {
                body = damage(random, new String(body, StandardCharsets.UTF_8), tokens)
                        .getBytes(StandardCharsets.UTF_8);
            }
        }
        return new Delivery(
                delivery.method(), delivery.path(), all, delivery.query(), Body.of(body), delivery.receivedAt());
    }

    private static List<String> damageHeader(Random random, List<String> values, List<String> tokens) {
        String value = values.isEmpty() ? "" : values.get(0);
        return switch (random.nextInt(6)) {
            case 0 -> List.of();
            case 1 -> List.of(value, value);
            default -> List.of(damage(random, value, tokens));
        };
    }
}
