package dev.payonce.simulation;

import java.util.SplittableRandom;

/**
 * The chance of one delivery, order or tick, made from the seed and its name: what is left out of a plan does not change what
 * happens to the others.
 */
final class Lane {
    private final String name;
    private final SplittableRandom random;

    Lane(long seed, String name) {
        this.name = name;
        this.random = new SplittableRandom(seed * 0x9E3779B97F4A7C15L + name.hashCode());
    }

    /** From 0 up to and without {@code bound}. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    <T> T pick(T[] of) {
        return of[below(of.length)];
    }

    boolean oneIn(int n) {
        return random.nextInt(n) == 0;
    }

    /** How long a step takes that is usually quick, in milliseconds. */
    long quick() {
        return oneIn(16) ? 1 + below(40) : 1 + below(3);
    }

    @Override
    public String toString() {
        return name;
    }
}
