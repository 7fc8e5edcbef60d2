package dev.payonce.jdbc;

/**
 * A part of a list that runs from the newest row to the oldest. Rows that arrive while somebody pages never shift it.
 *
 * @param before only rows with a lower id, {@link #NEWEST} for the first slice
 * @param limit the most rows, 1 to {@value #MAX_LIMIT}
 */
public record Slice(long before, int limit) {
    public static final long NEWEST = Long.MAX_VALUE;

    /** One more than the largest page, so that a reader sees whether there is another page. */
    public static final int MAX_LIMIT = 201;

    public Slice {
        if (limit < 1 || limit > MAX_LIMIT) {
            throw new IllegalArgumentException("limit must be 1 to " + MAX_LIMIT);
        }
    }
}
