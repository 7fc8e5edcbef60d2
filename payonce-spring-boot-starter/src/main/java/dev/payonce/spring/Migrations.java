package dev.payonce.spring;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.NestedExceptionUtils;

/**
 * Creates and updates PayOnce's tables, apart from whatever migrates the application's own: another history table, other
 * locations, and into a schema that has other tables already. Several nodes may start at once: Flyway's lock lets one
 * migrate, and a node that lost the race for the very first history table looks again.
 */
final class Migrations {
    private static final Logger log = LoggerFactory.getLogger(Migrations.class);
    private static final String LOCATION = "classpath:db/payonce/postgresql";
    private static final String HISTORY_TABLE = "payonce_schema_history";
    private static final int TRIES = 5;

    private Migrations() {}

    /**
     * @throws InvalidSettingException when the database cannot be reached or does not let us make our tables, with its own
     *     reason: a hundred lines of stack trace would only bury it
     */
    static void run(DataSource dataSource) {
        Flyway flyway = Flyway.configure(Migrations.class.getClassLoader())
                .dataSource(dataSource)
                .locations(LOCATION)
                .table(HISTORY_TABLE)
                .baselineOnMigrate(true)
                .baselineVersion("0")
                .load();
        for (int left = TRIES - 1; ; left--) {
            try {
                int executed = flyway.migrate().migrationsExecuted;
                log.info("schema is up to date migrationsExecuted={}", executed);
                return;
            } catch (FlywayException e) {
                String reason = reason(e);
                if (left == 0) {
                    log.debug("migration failed", e);
                    throw new InvalidSettingException(
                            "spring.datasource.url leads to a database that PayOnce cannot use: " + reason);
                }
                log.warn("migration failed, trying again left={} fault={}", left, reason);
            }
        }
    }

    /** What the innermost cause says, which is the database's or the network's own text, in one line. */
    private static String reason(Throwable failure) {
        Throwable innermost = NestedExceptionUtils.getMostSpecificCause(failure);
        return String.valueOf(innermost.getMessage()).replaceAll("\\p{Cntrl}+", " ");
    }
}
