package dev.payonce.lab.planted.redis;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/** A gate with a database. */
public final class KnowsSql {

    private KnowsSql() {}

    static Connection open(DataSource source) throws SQLException {
        return source.getConnection();
    }
}
