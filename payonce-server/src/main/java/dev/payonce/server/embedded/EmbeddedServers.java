package dev.payonce.server.embedded;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Real PostgreSQL and real Redis under one data directory, reachable over loopback by password only.
 *
 * <ol>
 *   <li>{@link #start} takes the directory's lock; held by another process → refused, naming the holder.</li>
 *   <li>Servers that are found there although the lock was free are orphans of a killed process: they are ended.</li>
 *   <li>PostgreSQL starts on its data with durable settings, Redis starts empty, both at once, on free ports.</li>
 *   <li>{@link #close} stops Redis, then PostgreSQL, then lets go of the lock.</li>
 * </ol>
 *
 * What was committed survives a restart, a kill of this process and a kill of the servers. Thread-safe: a close during the
 * start, as from a shutdown hook, waits for the start to end and then stops what it started. Closing again does nothing.
 */
public final class EmbeddedServers implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EmbeddedServers.class);

    private final Path where;
    private final Set<EmbeddedServer> wanted;
    private @Nullable DataDirectory directory;
    private @Nullable PostgresServer postgresServer;
    private @Nullable RedisServer redisServer;
    private @Nullable PostgresConnection postgres;
    private @Nullable RedisConnection redis;
    private boolean closed;

    /** Nothing happens before {@link #start}. */
    public EmbeddedServers(Path dataDirectory, Set<EmbeddedServer> wanted) {
        this.where = dataDirectory;
        this.wanted = Set.copyOf(wanted);
    }

    /**
     * Starts what is wanted, and returns when it answers.
     *
     * @throws EmbeddedServersException when it cannot; then nothing runs and nothing is locked
     * @throws IllegalStateException when it was started or closed before
     */
    public synchronized void start() {
        if (directory != null || closed) {
            throw new IllegalStateException("embedded servers start once");
        }
        long begun = System.nanoTime();
        Platform platform = Platform.current();
        DataDirectory locked = DataDirectory.open(where);
        directory = locked;
        boolean started = false;
        try {
            Binaries binaries = new Binaries(locked, platform);
            startIn(locked, binaries);
            binaries.removeOthers();
            started = true;
        } catch (IOException e) {
            throw unusable(e);
        } finally {
            if (!started) {
                close();
            }
        }
        long millis = (System.nanoTime() - begun) / 1_000_000;
        LOG.info("Embedded servers run directory={} servers={} ms={}", locked.path(), wanted, millis);
    }

    private void startIn(DataDirectory locked, Binaries binaries) {
        PostgresServer forPostgres = new PostgresServer(locked, binaries);
        RedisServer forRedis = new RedisServer(locked, binaries);
        postgresServer = forPostgres;
        redisServer = forRedis;
        CompletableFuture<@Nullable RedisConnection> redisStart = CompletableFuture.supplyAsync(
                () -> start(forRedis), task -> new Thread(task, "embedded-redis-start").start());
        try {
            postgres = start(forPostgres);
        } finally {
            // Also when PostgreSQL failed: what is still starting could not be stopped.
            redis = result(redisStart);
        }
    }

    private @Nullable PostgresConnection start(PostgresServer server) {
        try {
            server.endOrphan();
            return wanted.contains(EmbeddedServer.POSTGRESQL) ? server.start() : null;
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    private @Nullable RedisConnection start(RedisServer server) {
        try {
            server.endOrphan();
            return wanted.contains(EmbeddedServer.REDIS) ? server.start() : null;
        } catch (IOException e) {
            throw unusable(e);
        }
    }

    private static @Nullable RedisConnection result(CompletableFuture<@Nullable RedisConnection> start) {
        try {
            return start.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof EmbeddedServersException known) {
                throw known;
            }
            throw e;
        }
    }

    /** How to reach PostgreSQL; empty unless it was wanted and runs. */
    public synchronized Optional<PostgresConnection> postgres() {
        return Optional.ofNullable(postgres);
    }

    /** How to reach Redis; empty unless it was wanted and runs. */
    public synchronized Optional<RedisConnection> redis() {
        return Optional.ofNullable(redis);
    }

    /** Stops what runs. A server that will not stop is logged, not thrown: the next start ends it. */
    @Override
    public synchronized void close() {
        closed = true;
        if (directory == null) {
            return;
        }
        closing("Redis", redisServer == null ? null : redisServer::stop);
        closing("PostgreSQL", postgresServer == null ? null : postgresServer::stop);
        closing("data directory", directory::close);
        postgres = null;
        redis = null;
        redisServer = null;
        postgresServer = null;
        directory = null;
    }

    private void closing(String what, @Nullable Closing step) {
        if (step == null) {
            return;
        }
        try {
            step.run();
        } catch (IOException | EmbeddedServersException e) {
            LOG.error("An embedded server could not be stopped what={} directory={}", what, where, e);
        }
    }

    private EmbeddedServersException unusable(IOException e) {
        return new EmbeddedServersException(
                "The embedded servers could not start in " + where.toAbsolutePath() + ": " + e + ".",
                "Check that the user may write there, that the disk has room and that programs may run from it.",
                e);
    }

    private interface Closing {
        void run() throws IOException;
    }
}
