package dev.payonce.simulator.wire;

import java.util.random.RandomGenerator;

/** Random ids, nonces and keys as platforms make them. Reproducible with a seeded generator: never for real secrets. */
public final class RandomText {
    private static final String DIGITS = "0123456789";
    private static final String HEX = "0123456789ABCDEF";
    private static final String ALPHANUMERIC = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

    private RandomText() {}

    public static String digits(RandomGenerator random, int length) {
        return of(DIGITS, random, length);
    }

    /** Upper-case hexadecimal digits. */
    public static String hex(RandomGenerator random, int length) {
        return of(HEX, random, length);
    }

    public static String alphanumeric(RandomGenerator random, int length) {
        return of(ALPHANUMERIC, random, length);
    }

    private static String of(String alphabet, RandomGenerator random, int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
