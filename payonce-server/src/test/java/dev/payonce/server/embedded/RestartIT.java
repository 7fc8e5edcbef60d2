package dev.payonce.server.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a data directory goes through: stops, kills, strangers. */
class RestartIT {
    private static final Duration LONG = Duration.ofSeconds(60);

    /** One for the class: making a database takes longer than every other step here. */
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path data;

    @Test
    void restartKeepsTheDataAndThePassword() throws SQLException {
        EmbeddedServers first = EmbeddedServersIT.start(data);
        write(first.postgres().orElseThrow(), "kept");
        PostgresConnection before = first.postgres().orElseThrow();
        first.close();
        first.close();
        await().atMost(LONG).until(() -> servers().isEmpty());

        try (EmbeddedServers second = EmbeddedServersIT.start(data)) {
            assertThat(read(second, "kept")).isEqualTo("1");
            assertThat(second.postgres().orElseThrow().password()).isEqualTo(before.password());
        }
    }

    @Test
    void killedProcessLeavesOrphansThatTheNextStartEnds() throws Exception {
        Process host = host();
        writeThroughTheHost("killed");
        host.destroyForcibly().waitFor();
        List<ProcessHandle> orphans = servers();
        assertThat(commands(orphans)).anyMatch(c -> c.endsWith("/postgres")).anyMatch(c -> c.contains("/redis-server"));

        try (EmbeddedServers next = EmbeddedServersIT.start(data)) {
            await().atMost(LONG).until(() -> orphans.stream().noneMatch(ProcessHandle::isAlive));
            assertThat(read(next, "killed")).isEqualTo("1");
        }
        await().atMost(LONG).until(() -> servers().isEmpty());
    }

    @Test
    void committedDataSurviveTheKillOfAllProcesses() throws Exception {
        Process host = host();
        writeThroughTheHost("all");
        host.destroyForcibly().waitFor();
        for (ProcessHandle server : servers()) {
            assertThat(server.destroyForcibly()).isTrue();
        }
        await().atMost(LONG).until(() -> servers().isEmpty());

        try (EmbeddedServers next = EmbeddedServersIT.start(data)) {
            assertThat(read(next, "all")).isEqualTo("1");
        }
    }

    @Test
    void runningProcessIsNamedToASecondOne() throws Exception {
        Process host = host();
        try (EmbeddedServers second = new EmbeddedServers(data, EnumSet.allOf(EmbeddedServer.class))) {
            assertThatThrownBy(second::start)
                    .isInstanceOf(EmbeddedServersException.class)
                    .hasMessageContaining("pid=" + host.pid() + " ");
        } finally {
            host.destroyForcibly().waitFor();
        }
        EmbeddedServersIT.start(data).close();
    }

    @Test
    void pidFileThatNamesAStrangerHarmsNeitherTheStrangerNorTheStart() throws Exception {
        EmbeddedServersIT.start(data).close();
        Process stranger = new ProcessBuilder("sleep", "600").start();
        try {
            Files.writeString(
                    data.resolve("postgresql/postmaster.pid"),
                    stranger.pid() + "\n" + data.resolve("postgresql") + "\n1\n5432\n\n127.0.0.1\n0 0\nready\n");
            try (EmbeddedServers servers = EmbeddedServersIT.start(data)) {
                assertThat(EmbeddedServersIT.ask(servers, "SELECT 1")).isEqualTo("1");
            }
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly().waitFor();
        }
    }

    private static void writeThroughTheHost(String value) throws SQLException, IOException {
        int port = Integer.parseInt(
                Files.readAllLines(data.resolve("postgresql/postmaster.pid")).get(3));
        write(PostgresCluster.connection(port, Files.readString(data.resolve("postgresql.password"), UTF_8)), value);
    }

    private static void write(PostgresConnection postgres, String value) throws SQLException {
        try (Connection connection =
                        DriverManager.getConnection(postgres.jdbcUrl(), postgres.user(), postgres.password());
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS mark (name text)");
            statement.execute("INSERT INTO mark VALUES ('" + value + "')");
        }
    }

    private static String read(EmbeddedServers servers, String value) throws SQLException {
        return EmbeddedServersIT.ask(servers, "SELECT count(*) FROM mark WHERE name = '" + value + "'");
    }

    private static Process host() throws IOException {
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElse("java"),
                        "-cp",
                        System.getProperty("java.class.path"),
                        EmbeddedHost.class.getName(),
                        data.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        String line = lines.readLine();
        while (line != null && !line.startsWith(EmbeddedHost.READY)) {
            line = lines.readLine();
        }
        assertThat(line).as("the host runs").isNotNull();
        return process;
    }

    private static List<String> commands(List<ProcessHandle> processes) {
        return processes.stream()
                .map(process -> process.info().command().orElse(""))
                .toList();
    }

    private static List<ProcessHandle> servers() {
        return ProcessHandle.allProcesses()
                .filter(RestartIT::isServerOfThisDirectory)
                .toList();
    }

    private static boolean isServerOfThisDirectory(ProcessHandle process) {
        String program = data.resolve("bin").toString();
        return process.isAlive()
                && process.info().command().filter(c -> c.startsWith(program)).isPresent();
    }
}
