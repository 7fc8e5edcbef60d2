package dev.payonce.lab.nodes;

import static org.awaitility.Awaitility.await;

import dev.payonce.lab.ServerProcess;
import dev.payonce.lab.fault.PostgresProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * A PostgreSQL primary and its synchronous standby: a commit returns once both have it on disk. Clients come over one pair
 * of links, the standby to its primary over another. Not thread-safe.
 */
final class StandbyPair implements AutoCloseable {
    private static final Duration LONG = Duration.ofSeconds(60);

    /** Sessions run in a time zone that is neither UTC nor that of any JVM here. */
    private static final String CLIENT_SETTINGS =
            "/postgres?user=postgres&targetServerType=primary&hostRecheckSeconds=1"
                    + "&connectTimeout=1&socketTimeout=10&options=-c%20TimeZone=America/St_Johns";

    private final Path folder;
    private final List<Site> sites;
    private Site primary;
    private Site standby;
    private int generation;

    /** A machine that a server may run on. */
    private static final class Site {
        private final int port;
        private final TcpLink clients;
        private final TcpLink replication;
        private Path data;
        private @Nullable PostgresProcess server;

        Site(Path data) throws IOException {
            this.data = data;
            this.port = ServerProcess.freePort();
            this.clients = new TcpLink(port);
            this.replication = new TcpLink(port);
        }

        void start(Map<String, String> settings) throws IOException {
            server = new PostgresProcess(data, port, settings);
        }

        PostgresProcess server() {
            return Objects.requireNonNull(server, "the server was never started");
        }

        void becomeCopyOf(Site other, Path fresh) throws IOException {
            data = fresh;
            try (Stream<Path> files = Files.walk(other.data)) {
                for (Path file : files.toList()) {
                    Path copy = fresh.resolve(other.data.relativize(file));
                    Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        }

        boolean ask(String question) {
            try {
                return Boolean.TRUE.equals(
                        new JdbcTemplate(server().dataSource()).queryForObject(question, Boolean.class));
            } catch (DataAccessException notNow) {
                // It starts, or waits for its log: the caller asks again.
                return false;
            }
        }
    }

    /** Nothing runs yet. */
    StandbyPair(Path folder) throws IOException {
        this.folder = folder;
        this.primary = new Site(folder.resolve("first"));
        this.standby = new Site(folder.resolve("second"));
        this.sites = List.of(primary, standby);
    }

    void start() throws IOException {
        // Makes the data, and leaves it at rest: what both begin with.
        primary.start(Map.of());
        replaceStandby();
    }

    /** Of whichever is the primary. */
    String url() {
        return "jdbc:postgresql://127.0.0.1:" + sites.get(0).clients.port() + ",127.0.0.1:"
                + sites.get(1).clients.port() + CLIENT_SETTINGS;
    }

    /** Past the links. */
    DataSource primary() {
        return primary.server().dataSource();
    }

    /** What the standby has, for reading. */
    DataSource standby() {
        return standby.server().dataSource();
    }

    void killPrimary() throws IOException {
        primary.server().kill();
    }

    void startPrimaryAgain() throws IOException {
        primary.server().startAgain();
    }

    /** Nothing more reaches the standby, so that no commit returns. */
    void cutReplication() {
        primary.replication.cut();
    }

    /** The standby lags behind; who waits for it takes longer. */
    void slowReplication(Duration delay) {
        primary.replication.slow(delay);
    }

    /** Waits until so many payments have written their commit, and wait for the standby. */
    void awaitWaitingPayments(int least) {
        await("payments wait for the standby").atMost(LONG).until(() -> primary.ask("""
                SELECT count(DISTINCT pid) >= %d FROM pg_locks JOIN pg_stat_activity USING (pid)
                WHERE wait_event = 'SyncRep' AND relation = 'pay_transaction'::regclass AND mode = 'RowExclusiveLock'
                """.formatted(least)));
    }

    /**
     * Waits until the standby shows everything that it has received, its primary being dead. What it has received may end
     * within a record, since whole pages are sent ahead of a commit: that record is never replayed, so that the positions of
     * what was received and what was replayed may stay apart.
     */
    void awaitReplayed() {
        await("the standby has replayed its log").atMost(LONG).until(() -> standby.ask("""
                SELECT wait_event IN ('RecoveryWalStream', 'RecoveryRetrieveRetryInterval')
                FROM pg_stat_activity WHERE backend_type = 'startup'
                """));
    }

    /** The standby takes over from a primary that is dead, and is alone. */
    void failOver() throws IOException {
        primary.server().close();
        Site dead = primary;
        primary = standby;
        standby = dead;
        if (!primary.ask("SELECT pg_promote(true, 60)")) {
            throw new IllegalStateException("the standby was not promoted");
        }
    }

    /** A new standby, from a copy of the primary, which restarts for it. */
    void replaceStandby() throws IOException {
        primary.server().close();
        generation++;
        primary.replication.heal();
        standby.becomeCopyOf(primary, folder.resolve("copy-" + generation));
        Files.createFile(standby.data.resolve("standby.signal"));
        // pg_ctl would take the blanks for the ends of options.
        Files.writeString(
                standby.data.resolve("postgresql.auto.conf"),
                "primary_conninfo = 'host=127.0.0.1 port=%d user=postgres application_name=standby'%n"
                        .formatted(primary.replication.port()));
        primary.start(Map.of("synchronous_standby_names", "standby", "wal_keep_size", "256MB"));
        standby.start(Map.of("wal_keep_size", "256MB", "wal_retrieve_retry_interval", "200ms"));
        awaitSynchronous();
    }

    /** Waits until the standby follows. */
    void awaitSynchronous() {
        await("the standby follows")
                .atMost(LONG)
                .until(() -> primary.ask("SELECT count(*) = 1 FROM pg_stat_replication WHERE sync_state = 'sync'"));
    }

    void cutClients() {
        for (Site site : sites) {
            site.clients.cut();
        }
    }

    void slowClients(Duration delay) {
        for (Site site : sites) {
            site.clients.slow(delay);
        }
    }

    void healClients() {
        for (Site site : sites) {
            site.clients.heal();
        }
    }

    @Override
    public void close() throws IOException {
        for (Site site : sites) {
            if (site.server != null) {
                site.server.close();
            }
            site.clients.close();
            site.replication.close();
        }
    }
}
