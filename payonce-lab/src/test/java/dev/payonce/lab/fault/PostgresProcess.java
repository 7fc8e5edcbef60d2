package dev.payonce.lab.fault;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A durable PostgreSQL that can be killed and started again on its port and its data. Not thread-safe. */
final class PostgresProcess implements AutoCloseable {
    private final Path data;
    private final int port;
    private EmbeddedPostgres postgres;

    PostgresProcess(Path folder, int port) throws IOException {
        this.data = folder.resolve("postgres");
        this.port = port;
        this.postgres = launch();
    }

    /** Sessions run in a time zone that is neither UTC nor that of any JVM here. */
    String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres"
                + "?user=postgres&connectTimeout=1&socketTimeout=10&options=-c%20TimeZone=America/St_Johns";
    }

    DataSource dataSource() {
        return new DriverManagerDataSource(url());
    }

    /** SIGKILL to the postmaster; its children end by themselves. */
    void kill() throws IOException {
        long pid = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).get(0));
        ProcessHandle postmaster = ProcessHandle.of(pid).orElseThrow();
        if (!postmaster.destroyForcibly()) {
            throw new IllegalStateException("the postmaster could not be killed");
        }
        postmaster.onExit().orTimeout(10, TimeUnit.SECONDS).join();
    }

    void startAgain() throws IOException {
        // Gives up its lock on the folder; there is no server any more that it could stop.
        postgres.close();
        postgres = launch();
    }

    private EmbeddedPostgres launch() throws IOException {
        return EmbeddedPostgres.builder()
                .setPort(port)
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setPGStartupWait(Duration.ofSeconds(60))
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .start();
    }

    @Override
    public void close() throws IOException {
        postgres.close();
    }
}
