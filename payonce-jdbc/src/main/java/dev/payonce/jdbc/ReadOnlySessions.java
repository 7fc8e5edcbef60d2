package dev.payonce.jdbc;

import java.util.Properties;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Sessions of any PostgreSQL that the database itself keeps from writing. */
final class ReadOnlySessions {
    private ReadOnlySessions() {}

    /** No connection is made yet. */
    static DataSource of(String url, String user, String password) {
        DriverManagerDataSource dataSource = new DriverManagerDataSource(url, user, password);
        Properties properties = new Properties();
        // Not by "options", which a URL may have of its own and which then would win.
        properties.setProperty("readOnly", "true");
        properties.setProperty("readOnlyMode", "always");
        dataSource.setConnectionProperties(properties);
        return dataSource;
    }
}
