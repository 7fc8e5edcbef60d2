package dev.payonce.server.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** What the servers are while they run. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EmbeddedServersIT {
    private Path data = Path.of("unset");

    @SuppressWarnings("NullAway.Init")
    private EmbeddedServers servers;

    @BeforeAll
    void startOnAPathWithABlank(@TempDir Path temporary) {
        data = temporary.resolve("data of payonce");
        servers = start(data);
    }

    @AfterAll
    void stop() {
        servers.close();
    }

    @Test
    void commitsAreDurable() throws SQLException {
        for (String setting : List.of("fsync", "synchronous_commit", "full_page_writes")) {
            assertThat(ask("SHOW " + setting)).as(setting).isEqualTo("on");
        }
    }

    @Test
    void databaseKeepsTextByteForByteAndTimeInUtc() throws SQLException {
        assertThat(ask("SHOW server_encoding")).isEqualTo("UTF8");
        assertThat(ask("SELECT datcollate FROM pg_database WHERE datname = current_database()"))
                .isEqualTo("C");
        assertThat(ask("SELECT reset_val FROM pg_settings WHERE name = 'log_timezone'"))
                .isEqualTo("UTC");
        assertThat(ask("SHOW server_version")).startsWith("17.");
    }

    @Test
    void databaseRefusesAWrongPassword() {
        PostgresConnection postgres = servers.postgres().orElseThrow();
        assertThatThrownBy(() -> DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), "wrong"))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28P01"));
    }

    @Test
    void databaseRefusesTheSuperuser() {
        PostgresConnection postgres = servers.postgres().orElseThrow();
        assertThatThrownBy(() -> DriverManager.getConnection(postgres.jdbcUrl(), "postgres", postgres.password()))
                .isInstanceOfSatisfying(
                        SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("28000"));
    }

    @Test
    void redisAnswersToItsPasswordOnly() {
        RedisConnection redis = servers.redis().orElseThrow();
        assertThat(RedisProbe.answers(redis.port(), redis.password())).isTrue();
        assertThat(RedisProbe.answers(redis.port(), "wrong")).isFalse();
    }

    @Test
    void secretsAreReadableByTheirOwnerOnly() throws IOException {
        for (String file : List.of("postgresql.password", "redis.password", "redis.conf")) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data.resolve(file))))
                    .as(file)
                    .isEqualTo("rw-------");
        }
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(data)))
                .isEqualTo("rwx------");
    }

    @Test
    void secretsAreNeitherOnACommandLineNorInALogNorInText() throws IOException {
        String postgres = servers.postgres().orElseThrow().password();
        String redis = servers.redis().orElseThrow().password();
        assertThat(postgres).hasSizeGreaterThan(40).isNotEqualTo(redis);
        assertThat(servers.postgres().toString() + servers.redis()).doesNotContain(postgres, redis);
        assertThat(commandLines()).contains("redis-server").doesNotContain(postgres, redis);
        try (Stream<Path> files = Files.list(data)) {
            for (Path log :
                    files.filter(file -> file.toString().contains(".log")).toList()) {
                assertThat(Files.readString(log)).as(log.toString()).doesNotContain(postgres, redis);
            }
        }
    }

    @Test
    void serversListenOnOneAddressOnly() throws IOException {
        for (int port : List.of(postgresPort(), servers.redis().orElseThrow().port())) {
            assertThatThrownBy(() -> connect(2, port)).as("port " + port).isInstanceOf(IOException.class);
            connect(1, port);
        }
    }

    @Test
    void secondStartInTheSameDirectoryIsRefusedAndDisturbsNothing() throws SQLException {
        EmbeddedServers second = new EmbeddedServers(data, EnumSet.allOf(EmbeddedServer.class));
        assertThatThrownBy(second::start)
                .isInstanceOf(EmbeddedServersException.class)
                .hasMessageContaining("pid=" + ProcessHandle.current().pid() + " started=");
        second.close();
        assertThat(ask("SELECT 1")).isEqualTo("1");
        assertThat(servers.redis())
                .hasValueSatisfying(redis -> assertThat(RedisProbe.answers(redis.port(), redis.password()))
                        .isTrue());
    }

    static EmbeddedServers start(Path data) {
        EmbeddedServers servers = new EmbeddedServers(data, EnumSet.allOf(EmbeddedServer.class));
        servers.start();
        return servers;
    }

    static String ask(EmbeddedServers servers, String sql) throws SQLException {
        PostgresConnection postgres = servers.postgres().orElseThrow();
        try (Connection connection =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(sql)) {
            assertThat(row.next()).isTrue();
            return row.getString(1);
        }
    }

    private String ask(String sql) throws SQLException {
        return ask(servers, sql);
    }

    private int postgresPort() throws IOException {
        return Integer.parseInt(
                Files.readAllLines(data.resolve("postgresql/postmaster.pid")).get(3));
    }

    private static void connect(int lastOfAddress, int port) throws IOException {
        new Socket(InetAddress.getByAddress(new byte[] {127, 0, 0, (byte) lastOfAddress}), port).close();
    }

    private static String commandLines() {
        StringBuilder all = new StringBuilder();
        ProcessHandle.allProcesses()
                .map(ProcessHandle::info)
                .forEach(info -> all.append(info.commandLine().orElse("")).append('\n'));
        return all.toString();
    }
}
