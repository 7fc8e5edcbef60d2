package dev.payonce.jdbc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.flywaydb.core.Flyway;

/**
 * A real PostgreSQL with durable settings, one for each test JVM, and a fresh database for whoever asks. Sessions run in a
 * time zone that is neither UTC nor the JVM's.
 */
public final class PostgresServer {
    private static final AtomicInteger DATABASES = new AtomicInteger();

    private PostgresServer() {}

    private static final class Shared {
        static final EmbeddedPostgres SERVER = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("fsync", "on")
                        .setServerConfig("synchronous_commit", "on")
                        .setServerConfig("full_page_writes", "on")
                        .setServerConfig("max_connections", "150")
                        .start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    public static int port() {
        return Shared.SERVER.getPort();
    }

    /** The name of a fresh database with PayOnce's tables; {@link #url} leads to it through any port. */
    public static String freshDatabase() {
        String name = emptyDatabase();
        migrate(url(port(), name));
        return name;
    }

    /** The name of a fresh database without any table. */
    public static String emptyDatabase() {
        String name = "payonce_" + DATABASES.incrementAndGet();
        try (Connection connection = Shared.SERVER.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE DATABASE " + name);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return name;
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
        config.setConnectionTimeout(2000);
        return new HikariDataSource(config);
    }
}
