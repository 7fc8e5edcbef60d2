package dev.payonce.lab.schemes.trial;

import dev.payonce.server.embedded.EmbeddedServer;
import dev.payonce.server.embedded.EmbeddedServers;
import dev.payonce.server.embedded.EmbeddedServersException;
import dev.payonce.server.embedded.PostgresConnection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/**
 * PayOnce's own durable PostgreSQL behind an address that outlives it: it can be killed and started again on its data, and its
 * answers can be kept from its clients. Not thread-safe.
 */
final class Postgres implements AutoCloseable {
    private static final int STARTS = 20;
    private static final int PAUSE_MILLIS = 250;
    private static final int KILL_SECONDS = 10;

    private final Path data;
    private final PostgresAnswers answers = new PostgresAnswers();
    private final TcpProxy proxy;
    private EmbeddedServers server;

    Postgres(Path folder) throws IOException {
        this.data = folder.resolve("postgres");
        this.server = launch();
        this.proxy = new TcpProxy(port(), answers);
    }

    private EmbeddedServers launch() {
        EmbeddedServers starting = new EmbeddedServers(data, Set.of(EmbeddedServer.POSTGRESQL));
        starting.start();
        return starting;
    }

    /** How the receivers reach it: through the proxy, unencrypted, so that it can read along. */
    PostgresConnection throughProxy() {
        PostgresConnection direct = direct();
        String url = direct.jdbcUrl().replace(":" + port() + "/", ":" + proxy.port() + "/");
        return new PostgresConnection(url + "&sslmode=disable&gssEncMode=disable", direct.user(), direct.password());
    }

    /** The server itself, whatever the proxy does. */
    DataSource dataSource() {
        PostgresConnection direct = direct();
        return new DriverManagerDataSource(direct.jdbcUrl(), direct.user(), direct.password());
    }

    JdbcTemplate jdbc() {
        return new JdbcTemplate(dataSource());
    }

    private PostgresConnection direct() {
        return server.postgres().orElseThrow();
    }

    private int port() {
        String url = direct().jdbcUrl();
        return Integer.parseInt(url.replaceFirst("^jdbc:postgresql://[^:]+:(\\d+)/.*$", "$1"));
    }

    PostgresAnswers answers() {
        return answers;
    }

    /** No table is left, and no session that could use one. */
    void reset() {
        answers.delay(Duration.ZERO);
        answers.loseOneCommitIn(0);
        JdbcTemplate jdbc = jdbc();
        jdbc.query(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                        + " WHERE datname = current_database() AND pid <> pg_backend_pid()"
                        // Not the server's own, such as a worker of the autovacuum: that takes a superuser.
                        + " AND backend_type = 'client backend'",
                row -> {});
        jdbc.execute("DROP SCHEMA IF EXISTS public CASCADE");
        jdbc.execute("CREATE SCHEMA public");
    }

    /** SIGKILL to the postmaster; its children end by themselves. */
    void kill() throws IOException {
        long pid = Long.parseLong(
                Files.readAllLines(data.resolve("postgresql/postmaster.pid")).get(0));
        ProcessHandle postmaster = ProcessHandle.of(pid).orElseThrow();
        if (!postmaster.destroyForcibly()) {
            throw new IllegalStateException("the postmaster could not be killed");
        }
        postmaster.onExit().orTimeout(KILL_SECONDS, TimeUnit.SECONDS).join();
    }

    /** Starts it on its data, and points the address there. The last children of a killed one may be in the way for a moment. */
    void startAgain() throws InterruptedException {
        server.close();
        for (int start = 1; ; start++) {
            try {
                server = launch();
                proxy.to(port());
                return;
            } catch (EmbeddedServersException e) {
                if (start == STARTS) {
                    throw e;
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        }
    }

    String version() {
        return String.valueOf(jdbc().queryForObject("SHOW server_version", String.class));
    }

    @Override
    public void close() throws IOException {
        proxy.close();
        server.close();
    }
}
