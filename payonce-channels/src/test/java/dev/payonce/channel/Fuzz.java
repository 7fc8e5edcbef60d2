package dev.payonce.channel;

import dev.payonce.Decoded;
import java.util.List;
import java.util.Random;

/** Seeded mutations of deliveries. {@code -Dpayonce.fuzz=N} sets how many, {@code -Dpayonce.fuzz.seed=S} repeats a run. */
public final class Fuzz {
    private static final int DEFAULT_COUNT = 20_000;

    private Fuzz() {}

    public static int count() {
        return Integer.getInteger("payonce.fuzz", DEFAULT_COUNT);
    }

    public static long seed() {
        long seed = Long.getLong("payonce.fuzz.seed", System.nanoTime());
        System.out.println("fuzz count=" + count() + " seed=" + seed);
        return seed;
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
}
