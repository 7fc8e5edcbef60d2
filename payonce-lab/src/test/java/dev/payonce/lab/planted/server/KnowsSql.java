package dev.payonce.lab.planted.server;

import org.springframework.jdbc.core.JdbcTemplate;

/** A server that asks the database itself. */
public final class KnowsSql {

    private KnowsSql() {}

    static void ask(JdbcTemplate jdbc) {
        jdbc.execute("SELECT 1");
    }
}
