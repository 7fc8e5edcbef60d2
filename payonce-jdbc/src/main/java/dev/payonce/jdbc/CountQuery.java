package dev.payonce.jdbc;

import dev.payonce.BookException;
import java.util.HashMap;
import java.util.Map;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Counts something for each name, by anybody's SQL over anybody's tables: the first column is the name, the second the
 * count. In a session that the database keeps from writing.
 */
public final class CountQuery {
    private static final int SECONDS = 60;
    private static final int FETCH_SIZE = 500;

    private final JdbcTemplate jdbc;
    private final String sql;
    private final int limit;

    /**
     * A query, not yet run.
     *
     * @param sql one statement; more could end the session's read-only transaction, so that no semicolon may stand in it but
     *     at its end
     * @param limit rows above which it is refused
     * @throws IllegalArgumentException if there may be several statements
     */
    public CountQuery(String url, String user, String password, String sql, int limit) {
        this.jdbc = new JdbcTemplate(ReadOnlySessions.of(url, user, password));
        this.jdbc.setQueryTimeout(SECONDS);
        this.jdbc.setFetchSize(FETCH_SIZE);
        this.jdbc.setMaxRows(limit + 1);
        this.sql = sql.strip().replaceFirst(";$", "");
        if (this.sql.contains(";")) {
            throw new IllegalArgumentException("the query must be one statement, without a semicolon in it");
        }
        this.limit = limit;
    }

    /**
     * The counts; those of a name that comes more than once are added.
     *
     * @throws BookException when they cannot be read: no such database, no such query, more rows than allowed
     */
    public Map<String, Long> run() {
        Map<String, Long> counts = new HashMap<>();
        int[] rows = new int[1];
        try {
            jdbc.query(sql, row -> {
                rows[0]++;
                String name = row.getString(1);
                if (name != null) {
                    counts.merge(name, row.getLong(2), Long::sum);
                }
            });
        } catch (DataAccessException e) {
            throw new BookException("the counts cannot be read", e);
        }
        if (rows[0] > limit) {
            throw new BookException(
                    "the counts cannot be read", new IllegalStateException("more than " + limit + " rows"));
        }
        return counts;
    }
}
