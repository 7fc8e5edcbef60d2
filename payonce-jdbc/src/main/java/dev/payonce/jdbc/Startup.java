package dev.payonce.jdbc;

import java.util.Map;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;

/** What must hold of the database before the first payment. */
final class Startup {
    private Startup() {}

    /** Returns the database's id. */
    static String check(NamedParameterJdbcTemplate jdbc) {
        String isolation = jdbc.queryForObject("SHOW transaction_isolation", Map.of(), String.class);
        if (!"read committed".equals(isolation)) {
            throw new IllegalStateException(
                    "PayOnce needs the isolation level READ COMMITTED but the database's default is " + isolation
                            + ": set default_transaction_isolation or the pool's transaction-isolation");
        }
        String id = jdbc.queryForObject("SELECT database_id::text FROM payonce_database", Map.of(), String.class);
        if (id == null) {
            throw new IllegalStateException("payonce_database is empty: run the migrations of db/payonce");
        }
        return id;
    }
}
