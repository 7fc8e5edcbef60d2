package dev.payonce.server.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One PostgreSQL whose data outlive this process, however it dies. It runs in a session of its own (pg_ctl sees to that),
 * so that a Ctrl-C in the terminal reaches this process only, which then stops it last. An orphan is ended only when the
 * process in its pid file is a postgres that serves this very directory. Not thread-safe.
 */
final class PostgresServer {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresServer.class);
    private static final String LOG_FILE = "postgresql.log";
    private static final int ATTEMPTS = 5;
    private static final Duration TOOL_TIME = Duration.ofMinutes(2);
    /** After a crash, replaying the log comes first. */
    private static final Duration START_TIME = Duration.ofMinutes(2);

    private static final Duration STOP_TIME = Duration.ofSeconds(30);
    private static final Duration GRACE = Duration.ofSeconds(5);

    private final DataDirectory directory;
    private final Binaries binaries;
    private final Path data;
    private final Postmaster postmaster;
    private final Program program;

    PostgresServer(DataDirectory directory, Binaries binaries) {
        this.directory = directory;
        this.binaries = binaries;
        this.data = directory.resolve("postgresql");
        this.postmaster = new Postmaster(data);
        this.program = new Program(directory.path(), directory.resolve("postgresql-tool.log"));
    }

    /** Ends a PostgreSQL that a killed process left in this directory; does nothing when there is none. */
    void endOrphan() throws IOException {
        if (postmaster.isAlive()) {
            stop();
            LOG.info("Ended the PostgreSQL that a killed process had left directory={}", data);
        }
    }

    /** Starts it on the data that are there, or on new ones. */
    PostgresConnection start() throws IOException {
        program.requireUnprivileged();
        PostgresCluster cluster = new PostgresCluster(directory, data, this::tool);
        String password = cluster.prepare();
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            postmaster.disownStranger();
            int port = LoopbackPort.free();
            cluster.configure(port);
            keepLastLog();
            if (pgCtl(START_TIME, "start", "--log=" + directory.resolve(LOG_FILE))
                    .succeeded()) {
                return PostgresCluster.connection(port, password);
            }
            if (!logText().contains("Address already in use")) {
                break;
            }
        }
        throw new EmbeddedServersException(
                "The embedded PostgreSQL did not start: " + logText(),
                "See " + directory.resolve(LOG_FILE) + ", or set spring.datasource.url to a PostgreSQL of your own.");
    }

    /** Ends it: sessions are cut, what is committed stays. Safe to repeat. */
    void stop() throws IOException {
        if (!postmaster.isAlive()) {
            return;
        }
        if (!pgCtl(STOP_TIME, "stop", "--mode=fast").succeeded()) {
            LOG.warn("PostgreSQL did not stop in time and is stopped hard; the next start recovers directory={}", data);
            Program.Result stopped = pgCtl(STOP_TIME, "stop", "--mode=immediate");
            if (!stopped.succeeded() && postmaster.isAlive()) {
                throw new EmbeddedServersException(
                        "The embedded PostgreSQL in " + data + " did not stop: " + stopped.output(),
                        "Stop that postgres by hand, then start again.");
            }
        }
    }

    private Program.Result pgCtl(Duration atMost, String action, String option) throws IOException {
        List<String> command = List.of(
                binaries.postgres().resolve("bin/pg_ctl").toString(),
                action,
                "--pgdata=" + data,
                "--wait",
                "--timeout=" + atMost.toSeconds(),
                "--silent",
                option);
        return program.runUnprivileged(atMost.plus(GRACE), command, "");
    }

    private Program.Result tool(String name, List<String> arguments, String input) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(binaries.postgres().resolve("bin").resolve(name).toString()));
        command.addAll(arguments);
        return program.runUnprivileged(TOOL_TIME, command, input);
    }

    private void keepLastLog() throws IOException {
        Path log = directory.resolve(LOG_FILE);
        if (Files.exists(log)) {
            Files.move(log, directory.resolve(LOG_FILE + ".1"), StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private String logText() throws IOException {
        Path log = directory.resolve(LOG_FILE);
        return Files.exists(log) ? Files.readString(log, UTF_8).strip() : "it wrote no log";
    }
}
