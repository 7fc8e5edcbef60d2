package dev.payonce.server.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What a data directory's {@code postmaster.pid} names. The number in it alone proves nothing: after a reboot, or in a new
 * container, it may be anybody's, even a thread's of this very process.
 */
final class Postmaster {
    /** Larger than any process id: nobody's. */
    private static final String NOBODY = "999999999";

    private final Path data;
    private final Path pidFile;

    Postmaster(Path data) {
        this.data = data;
        this.pidFile = data.resolve("postmaster.pid");
    }

    /** Whether the named process lives and is the postmaster of this very directory. */
    boolean isAlive() throws IOException {
        Optional<ProcessHandle> named = named();
        return named.isPresent() && servesThisDirectory(named.get().info());
    }

    /**
     * Makes a pid file that names a stranger name nobody. PostgreSQL would take the stranger for a postmaster and never
     * start. The file stays, for it also names the shared memory by which PostgreSQL finds left-over sessions of a dead
     * postmaster; deleting it would switch that guard off.
     */
    void disownStranger() throws IOException {
        if (named().isPresent() && !isAlive()) {
            List<String> lines = Files.readAllLines(pidFile, UTF_8);
            lines.set(0, NOBODY);
            Files.write(pidFile, lines, UTF_8);
        }
    }

    private Optional<ProcessHandle> named() throws IOException {
        if (!Files.exists(pidFile)) {
            return Optional.empty();
        }
        List<String> lines = Files.readAllLines(pidFile, UTF_8);
        return lines.isEmpty()
                ? Optional.empty()
                : ProcessHandle.of(Long.parseLong(lines.get(0).strip()));
    }

    private boolean servesThisDirectory(ProcessHandle.Info process) {
        List<String> arguments = Arrays.asList(process.arguments().orElse(new String[0]));
        boolean isPostgres = process.command()
                .map(command -> Path.of(command).getFileName().toString().startsWith("postgres"))
                .orElse(false);
        return isPostgres && arguments.contains(data.toString());
    }
}
