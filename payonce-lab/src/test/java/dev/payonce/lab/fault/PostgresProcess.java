package dev.payonce.lab.fault;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A durable PostgreSQL that can be killed and started again on its port and its data. Not thread-safe. */
public final class PostgresProcess implements AutoCloseable {
    private final Path data;
    private final int port;
    private final Map<String, String> settings;
    private EmbeddedPostgres postgres;

    PostgresProcess(Path folder, int port) throws IOException {
        this(folder.resolve("postgres"), port, Map.of());
    }

    /**
     * On data that is there, or on new data.
     *
     * @param settings beside those that make it durable; without blanks
     */
    public PostgresProcess(Path data, int port, Map<String, String> settings) throws IOException {
        this.data = data;
        this.port = port;
        this.settings = Map.copyOf(settings);
        this.postgres = launch();
    }

    /** Sessions run in a time zone that is neither UTC nor that of any JVM here. */
    public String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres"
                + "?user=postgres&connectTimeout=1&socketTimeout=10&options=-c%20TimeZone=America/St_Johns";
    }

    public DataSource dataSource() {
        return new DriverManagerDataSource(url());
    }

    /** SIGKILL to the postmaster; its children end by themselves. */
    public void kill() throws IOException {
        long pid = Long.parseLong(
                Files.readAllLines(data.resolve("postmaster.pid")).get(0));
        ProcessHandle postmaster = ProcessHandle.of(pid).orElseThrow();
        if (!postmaster.destroyForcibly()) {
            throw new IllegalStateException("the postmaster could not be killed");
        }
        postmaster.onExit().orTimeout(10, TimeUnit.SECONDS).join();
    }

    public void startAgain() throws IOException {
        // Gives up its lock on the folder; there is no server any more that it could stop.
        postgres.close();
        postgres = launch();
    }

    private EmbeddedPostgres launch() throws IOException {
        EmbeddedPostgres.Builder builder = EmbeddedPostgres.builder();
        settings.forEach(builder::setServerConfig);
        ProcessBuilder.Redirect log = ProcessBuilder.Redirect.appendTo(
                data.resolveSibling(data.getFileName() + ".log").toFile());
        return builder.setPort(port)
                .setOutputRedirector(log)
                .setErrorRedirector(log)
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
