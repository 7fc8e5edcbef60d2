package dev.payonce.spring;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

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
                if (left == 0) {
                    throw e;
                }
                log.warn("migration failed, trying again left={} fault={}", left, e.getMessage());
            }
        }
    }
}
