package dev.payonce.server.demo;

/**
 * How large the demo is.
 *
 * @param payments paid orders, 2 to {@value #MAX_PAYMENTS}
 * @param copies deliveries of each payment at once, 1 to {@value #MAX_COPIES}
 * @param seed of all amounts, ids and orders of delivery
 */
record DemoSettings(int payments, int copies, long seed) {
    static final int MAX_PAYMENTS = 2000;
    static final int MAX_COPIES = 250;

    /** What the journal may hold in a heap of 256 MB. */
    static final int MAX_DELIVERIES = 100_000;

    DemoSettings {
        requireWithin(payments, 2, MAX_PAYMENTS, "--payments");
        requireWithin(copies, 1, MAX_COPIES, "--copies");
        if ((long) payments * copies > MAX_DELIVERIES) {
            throw new IllegalArgumentException("--payments times --copies must be at most " + MAX_DELIVERIES);
        }
    }

    private static void requireWithin(int value, int min, int max, String what) {
        if (value < min || value > max) {
            throw new IllegalArgumentException(what + " must be " + min + " to " + max);
        }
    }
}
