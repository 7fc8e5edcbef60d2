package dev.payonce.server.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** How to reach the embedded PostgreSQL: by password, over loopback. {@link #toString} leaves the password out. */
public record PostgresConnection(String jdbcUrl, String user, String password) {
    private static final int PORT_LINE = 3;

    /**
     * How to reach the server that runs in this directory.
     *
     * @throws IOException when none runs there, or this user may not read the directory
     */
    public static PostgresConnection running(Path dataDirectory) throws IOException {
        Path pid = dataDirectory.resolve("postgresql").resolve("postmaster.pid");
        String password = Files.readString(dataDirectory.resolve(PostgresCluster.PASSWORD_FILE), UTF_8);
        int port =
                Integer.parseInt(Files.readAllLines(pid, UTF_8).get(PORT_LINE).strip());
        return PostgresCluster.connection(port, password);
    }

    @Override
    public String toString() {
        return "PostgresConnection[jdbcUrl=" + jdbcUrl + ", user=" + user + "]";
    }
}
