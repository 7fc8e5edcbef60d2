package dev.payonce.server.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a PostgreSQL: made once, configured at each start. They appear under their name only when they are whole,
 * database and user included; a crash before that leaves a directory that the next attempt clears away. The superuser has
 * no password and no way in: everything comes as the user {@code payonce}, by password, over loopback.
 */
final class PostgresCluster {
    private static final Logger LOG = LoggerFactory.getLogger(PostgresCluster.class);
    static final String PASSWORD_FILE = "postgresql.password";
    private static final String MAJOR_VERSION = "17";
    private static final String USER = "payonce";
    private static final String DATABASE = "payonce";

    /** Durable settings first: an answer of success promises that the payment is on disk. */
    private static final String CONFIGURATION = """
            fsync = on
            synchronous_commit = on
            full_page_writes = on
            listen_addresses = '127.0.0.1'
            port = %d
            unix_socket_directories = ''
            password_encryption = 'scram-sha-256'
            max_connections = 60
            shared_buffers = '64MB'
            max_wal_size = '512MB'
            jit = off
            autovacuum_naptime = '5s'
            timezone = 'UTC'
            log_timezone = 'UTC'
            log_min_error_statement = 'panic'
            cluster_name = 'payonce'
            """;

    private static final String ACCESS = "host " + DATABASE + " " + USER + " 127.0.0.1/32 scram-sha-256\n";

    /** Times in seconds; a lock is waited for far shorter than a platform waits for its answer. */
    private static final String JDBC_URL = "jdbc:postgresql://127.0.0.1:%d/" + DATABASE
            + "?tcpKeepAlive=true&connectTimeout=1&socketTimeout=10&ApplicationName=payonce"
            + "&options=-c%%20lock_timeout=2s";

    private final DataDirectory directory;
    private final Path data;
    private final Tool tool;

    PostgresCluster(DataDirectory directory, Path data, Tool tool) {
        this.directory = directory;
        this.data = data;
        this.tool = tool;
    }

    static PostgresConnection connection(int port, String password) {
        return new PostgresConnection(JDBC_URL.formatted(port), USER, password);
    }

    /** Checks the data that are there, or makes new ones; the user's password. */
    String prepare() throws IOException {
        if (Files.exists(data)) {
            requireOwn();
            requireMajorVersion();
            requirePassword();
            return directory.password(PASSWORD_FILE);
        }
        String password = directory.password(PASSWORD_FILE);
        create(password);
        return password;
    }

    void configure(int port) throws IOException {
        Files.writeString(data.resolve("postgresql.conf"), CONFIGURATION.formatted(port), UTF_8);
        Files.writeString(data.resolve("pg_hba.conf"), ACCESS, UTF_8);
    }

    private void requireOwn() throws IOException {
        long owner = ((Number) Files.getAttribute(data, "unix:uid")).longValue();
        if (owner != Platform.userId()) {
            throw new EmbeddedServersException(
                    "The PostgreSQL data in " + data + " belong to another user (uid " + owner
                            + ", this process runs as uid " + Platform.userId() + ").",
                    "Run as that user, or name another directory with --payonce.data-dir=….");
        }
    }

    private void requireMajorVersion() throws IOException {
        Path file = data.resolve("PG_VERSION");
        String version = Files.exists(file) ? Files.readString(file, UTF_8).strip() : "an unknown version";
        if (!version.equals(MAJOR_VERSION)) {
            throw new EmbeddedServersException(
                    "The data in " + data + " are of PostgreSQL " + version + ", this release brings PostgreSQL "
                            + MAJOR_VERSION + ".",
                    "Start the release that wrote them and move them with pg_dump and pg_restore, or name another"
                            + " directory with --payonce.data-dir=….");
        }
    }

    private void requirePassword() {
        Path file = directory.resolve(PASSWORD_FILE);
        if (!Files.exists(file)) {
            throw new EmbeddedServersException(
                    "The password of the PostgreSQL data in " + data + " is missing: " + file + ".",
                    "Put that file back from a backup of the data directory.");
        }
    }

    private void create(String password) throws IOException {
        LOG.info("Making a new PostgreSQL database directory={}", data);
        Path fresh = directory.resolve("postgresql.new");
        Binaries.delete(fresh);
        run(
                "initdb",
                List.of(
                        "--pgdata=" + fresh,
                        "--username=postgres",
                        "--auth=reject",
                        "--encoding=UTF8",
                        "--locale=C",
                        "--locale-provider=builtin",
                        "--builtin-locale=C.UTF-8"),
                "");
        run(
                "postgres",
                List.of("--single", "-D", fresh.toString(), "-c", "exit_on_error=on", "postgres"),
                """
                SET password_encryption = 'scram-sha-256'
                CREATE ROLE %1$s LOGIN PASSWORD '%2$s'
                CREATE DATABASE %3$s OWNER %1$s
                """.formatted(USER, password, DATABASE));
        Files.move(fresh, data, StandardCopyOption.ATOMIC_MOVE);
        directory.sync();
    }

    private void run(String name, List<String> arguments, String input) throws IOException {
        Program.Result result = tool.run(name, arguments, input);
        if (!result.succeeded()) {
            throw new EmbeddedServersException(
                    "PostgreSQL's data could not be made in " + data + ": " + result.output(),
                    "Check that the user may write there and that the disk has room.");
        }
    }

    /** Runs one of PostgreSQL's programs. */
    interface Tool {
        Program.Result run(String name, List<String> arguments, String input) throws IOException;
    }
}
