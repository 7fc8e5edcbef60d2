package dev.payonce.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.flywaydb.core.Flyway;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * A real PostgreSQL with durable settings, one for each test JVM, and a fresh database for whoever asks. Sessions run in a
 * time zone that is neither UTC nor the JVM's.
 */
public final class PostgresServer {
    private static final String TEMPLATE = "payonce_template";
    private static final Queue<String> GIVEN_BACK = new ConcurrentLinkedQueue<>();
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private PostgresServer() {}

    private static final class Shared {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                EmbeddedPostgres server = EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "on")
                        .setServerConfig("synchronous_commit", "on")
                        .setServerConfig("full_page_writes", "on")
                        .setServerConfig("max_connections", "150")
                        .start();
                execute(server.getPostgresDatabase(), "CREATE DATABASE " + TEMPLATE);
                migrate(url(server.getPort(), TEMPLATE));
                return server;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    public static int port() {
        return Shared.SERVER.getPort();
    }

    /** A database with PayOnce's tables, empty but for its id; one that was given back, if there is one. */
    public static String freshDatabase() {
        String used = GIVEN_BACK.poll();
        if (used != null) {
            return used;
        }
        String name = "payonce_" + DATABASES.incrementAndGet();
        execute(Shared.SERVER.getPostgresDatabase(), "CREATE DATABASE " + name + " TEMPLATE " + TEMPLATE);
        // A template's copy would be the same database by its id.
        execute(own(name), "UPDATE payonce_database SET database_id = gen_random_uuid()");
        return name;
    }

    /** The name of a fresh database without any table. */
    public static String emptyDatabase() {
        String name = "payonce_" + DATABASES.incrementAndGet();
        execute(Shared.SERVER.getPostgresDatabase(), "CREATE DATABASE " + name);
        return name;
    }

    /** For whoever is next, emptied. */
    public static void giveBack(String database) {
        execute(own(database), "TRUNCATE payment_order, pay_transaction, ledger_entry, account_balance, outbox_event");
        GIVEN_BACK.add(database);
    }

    /** Drops a database whose tables are not as they were, whoever is still connected. */
    public static void drop(String database) {
        execute(Shared.SERVER.getPostgresDatabase(), "DROP DATABASE " + database + " WITH (FORCE)");
    }

    private static DataSource own(String database) {
        return new DriverManagerDataSource(url(port(), database));
    }

    private static void execute(DataSource where, String sql) {
        new JdbcTemplate(where).execute(sql);
    }

    public static String url(int port, String database) {
        return "jdbc:postgresql://127.0.0.1:" + port + "/" + database
                + "?user=postgres&connectTimeout=2&socketTimeout=10&options=-c%20TimeZone=America/St_Johns";
    }

    private static void migrate(String url) {
        Flyway.configure()
                .dataSource(url, null, null)
                .locations("classpath:db/payonce/postgresql")
                .load()
                .migrate();
    }

    /** A pool as a service would have it. */
    public static HikariDataSource pool(String url, int size) {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(url);
        config.setMaximumPoolSize(size);
        // A race opens sixteen at once, on a machine that may be busy with other tests.
        config.setConnectionTimeout(10_000);
        config.setMinimumIdle(1);
        return new HikariDataSource(config);
    }
}
