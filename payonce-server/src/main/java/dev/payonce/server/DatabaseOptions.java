package dev.payonce.server;

import dev.payonce.server.embedded.PostgresConnection;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which PayOnce database a command reads: an embedded one by its folder, or any by its URL. */
final class DatabaseOptions {
    @Option(
            names = "--data-dir",
            defaultValue = "./data",
            description =
                    "The running server's data directory, if it brought its own PostgreSQL (default: ${DEFAULT-VALUE}).")
    private Path dataDirectory = Path.of("data");

    @Option(names = "--url", description = "A database elsewhere: jdbc:postgresql://host/database.")
    private @Nullable String url;

    @Option(names = "--username", defaultValue = "payonce", description = "Its user (default: ${DEFAULT-VALUE}).")
    private String username = "payonce";

    @Option(
            names = "--password",
            defaultValue = "${env:PAYONCE_DATABASE_PASSWORD:-}",
            description = "Its password; better in the environment, as PAYONCE_DATABASE_PASSWORD.",
            showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
    private String password = "";

    /** @throws IOException saying what to name, when no server runs there */
    PostgresConnection connection() throws IOException {
        if (url != null) {
            return new PostgresConnection(url, username, password);
        }
        try {
            return PostgresConnection.running(dataDirectory);
        } catch (IOException e) {
            throw new IOException(
                    "no server runs in " + dataDirectory + ". Name a running server's --data-dir, or a --url.", e);
        }
    }
}
