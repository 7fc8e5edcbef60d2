package dev.payonce.server.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One Redis without persistence: it starts empty, for the database knows. It runs in a session of its own, so that a
 * Ctrl-C in the terminal reaches this process only, which then stops it last. An orphan is known by answering to the kept
 * password at the kept port. Not thread-safe.
 */
final class RedisServer {
    private static final Logger LOG = LoggerFactory.getLogger(RedisServer.class);
    private static final String PASSWORD_FILE = "redis.password";
    private static final String CONFIGURATION_FILE = "redis.conf";
    private static final String LOG_FILE = "redis.log";
    private static final Pattern PORT_LINE = Pattern.compile("(?m)^port (\\d{1,5})$");
    private static final int ATTEMPTS = 5;
    private static final Duration START_TIME = Duration.ofSeconds(30);
    private static final Duration STOP_TIME = Duration.ofSeconds(5);
    /** Without fork for saving, a claim costs some 150 bytes: room for hundreds of thousands. */
    private static final String CONFIGURATION = """
            bind 127.0.0.1
            port %d
            protected-mode yes
            requirepass %s
            daemonize yes
            dir .
            logfile %s
            save ""
            appendonly no
            maxmemory 128mb
            maxmemory-policy noeviction
            maxclients 1000
            databases 1
            """;

    private final DataDirectory directory;
    private final Binaries binaries;

    RedisServer(DataDirectory directory, Binaries binaries) {
        this.directory = directory;
        this.binaries = binaries;
    }

    /** Ends a Redis that a killed process left in this directory; does nothing when there is none. */
    void endOrphan() throws IOException {
        OptionalInt port = keptPort();
        if (port.isPresent() && shutDown(port.getAsInt())) {
            LOG.info("Ended the Redis that a killed process had left port={}", port.getAsInt());
        }
    }

    /** Starts it with a new password: the last one was shown to whatever listens at the last port by now. */
    RedisConnection start() throws IOException {
        Files.deleteIfExists(directory.resolve(PASSWORD_FILE));
        String password = directory.password(PASSWORD_FILE);
        for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
            int port = LoopbackPort.free();
            Files.deleteIfExists(directory.resolve(LOG_FILE));
            directory.writeSecret(CONFIGURATION_FILE, CONFIGURATION.formatted(port, password, LOG_FILE));
            Program program = new Program(directory.path(), directory.resolve("redis-start.log"));
            Program.Result started =
                    program.run(START_TIME, List.of(binaries.redis().toString(), CONFIGURATION_FILE), "");
            if (!started.succeeded()) {
                throw failed(started.output());
            }
            if (answersInTime(port, password)) {
                return new RedisConnection(port, password);
            }
            if (!portWasTaken()) {
                throw failed(logText());
            }
        }
        throw failed("no free port in " + ATTEMPTS + " attempts");
    }

    /** Ends the Redis of this directory; safe to repeat. */
    void stop() throws IOException {
        OptionalInt port = keptPort();
        if (port.isPresent() && shutDown(port.getAsInt())) {
            LOG.debug("Redis stopped port={}", port.getAsInt());
        }
    }

    private boolean shutDown(int port) throws IOException {
        String password = directory.password(PASSWORD_FILE);
        if (!RedisProbe.shutDown(port, password)) {
            return false;
        }
        if (!Waiting.until(STOP_TIME, () -> !RedisProbe.answers(port, password))) {
            throw new EmbeddedServersException(
                    "The embedded Redis at port " + port + " did not stop.",
                    "Stop that redis-server by hand, then start again.");
        }
        return true;
    }

    private boolean answersInTime(int port, String password) {
        return Waiting.until(START_TIME, () -> RedisProbe.answers(port, password) || portWasTaken())
                && RedisProbe.answers(port, password);
    }

    private boolean portWasTaken() {
        return logText().contains("Failed listening on port");
    }

    private String logText() {
        try {
            Path log = directory.resolve(LOG_FILE);
            return Files.exists(log) ? Files.readString(log, UTF_8) : "";
        } catch (IOException e) {
            return "its log cannot be read: " + e;
        }
    }

    private OptionalInt keptPort() throws IOException {
        Path configuration = directory.resolve(CONFIGURATION_FILE);
        if (!Files.exists(configuration)) {
            return OptionalInt.empty();
        }
        Matcher line = PORT_LINE.matcher(Files.readString(configuration, UTF_8));
        return line.find() ? OptionalInt.of(Integer.parseInt(line.group(1))) : OptionalInt.empty();
    }

    private EmbeddedServersException failed(String said) {
        return new EmbeddedServersException(
                "The embedded Redis did not start: " + said,
                "See " + directory.resolve(LOG_FILE) + ", or set spring.data.redis.url to a Redis of your own.");
    }
}
