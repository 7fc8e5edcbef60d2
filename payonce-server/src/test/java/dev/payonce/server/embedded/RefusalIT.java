package dev.payonce.server.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Data directories that are refused; each refusal leaves nothing running and nothing locked. */
class RefusalIT {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path data;

    @Test
    void dataOfAnotherMajorVersionAreRefused() throws IOException {
        Path cluster = existingCluster("16");
        assertRefused("are of PostgreSQL 16, this release brings PostgreSQL 17", "pg_dump");
        assertThat(cluster.resolve("PG_VERSION")).hasContent("16");
    }

    @Test
    void dataOfAnotherUserAreRefused() throws IOException {
        assumeTrue(Platform.userId() == 0, "only root can give files away");
        Files.setAttribute(existingCluster("17"), "unix:uid", 54321);
        assertRefused("belong to another user (uid 54321", "Run as that user");
    }

    @Test
    void dataWithoutTheirPasswordAreRefused() throws IOException {
        Path password = existingCluster("17").resolveSibling("postgresql.password");
        Files.delete(password);
        assertRefused("postgresql.password", "backup");
        assertThat(password).doesNotExist();
    }

    @Test
    void pathThatAShellWouldReadIsRefused() {
        data = data.resolve("a$(b)");
        assertRefused("a$(b)", "another directory");
    }

    @Test
    void fileInPlaceOfTheDirectoryIsRefused() throws IOException {
        data = Files.createFile(data.resolve("file"));
        assertRefused("cannot be used by the user", "another directory");
    }

    private Path existingCluster(String version) throws IOException {
        Path cluster = Files.createDirectory(data.resolve("postgresql"));
        Files.writeString(cluster.resolve("PG_VERSION"), version + "\n");
        Files.writeString(data.resolve("postgresql.password"), "secret");
        return cluster;
    }

    private void assertRefused(String problem, String action) {
        EmbeddedServers servers = new EmbeddedServers(data, EnumSet.allOf(EmbeddedServer.class));
        assertThatThrownBy(servers::start)
                .isInstanceOfSatisfying(
                        EmbeddedServersException.class,
                        e -> assertThat(e.action()).contains(action))
                .hasMessageContaining(problem);
        assertThat(servers.redis()).isEmpty();
        assertThat(ProcessHandle.allProcesses()
                        .filter(process -> process.info().command().orElse("").startsWith(data.toString())))
                .isEmpty();
    }
}
