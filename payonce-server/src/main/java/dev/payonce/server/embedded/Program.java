package dev.payonce.server.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs a program of the servers to its end. Output goes to a file, not through a pipe: a server that is left running keeps
 * a pipe open for ever. Programs that refuse root run in a user namespace of their own, where root is nobody.
 *
 * @param workingDirectory of the program
 * @param output the file its output replaces
 */
record Program(Path workingDirectory, Path output) {
    private static final List<String> AS_NOBODY = List.of("unshare", "-U");

    /** How a program ended, and the end of what it said. */
    record Result(boolean succeeded, String output) {}

    /**
     * Runs the command, with the input given to it.
     *
     * @throws IOException when it cannot be started, or does not end in time (it is then killed)
     */
    Result run(Duration atMost, List<String> command, String input) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(workingDirectory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        if (input.isEmpty()) {
            builder.redirectInput(new File("/dev/null"));
        }
        builder.environment().keySet().removeIf(name -> name.startsWith("PG") || name.startsWith("LC_"));
        builder.environment().put("LC_ALL", "C");
        Process process = builder.start();
        if (!input.isEmpty()) {
            try (OutputStream stdin = process.getOutputStream()) {
                stdin.write(input.getBytes(UTF_8));
            }
        }
        return new Result(
                end(process, atMost, command) == 0,
                Files.readString(output, UTF_8).strip());
    }

    /** Runs the command as a user that is not root, as PostgreSQL demands. */
    Result runUnprivileged(Duration atMost, List<String> command, String input) throws IOException {
        if (Platform.userId() != 0) {
            return run(atMost, command, input);
        }
        List<String> wrapped = new ArrayList<>(AS_NOBODY);
        wrapped.addAll(command);
        return run(atMost, wrapped, input);
    }

    /** @throws EmbeddedServersException for root on a system that knows no user namespaces, or forbids them */
    void requireUnprivileged() {
        if (Platform.userId() != 0) {
            return;
        }
        EmbeddedServersException refusal = new EmbeddedServersException(
                "PostgreSQL refuses to run as root, and this system does not let root step down (unshare -U failed).",
                "Run as a plain user, or set spring.datasource.url to a PostgreSQL of your own.");
        try {
            if (!runUnprivileged(Duration.ofSeconds(10), List.of("true"), "").succeeded()) {
                throw refusal;
            }
        } catch (IOException noSuchProgram) {
            refusal.initCause(noSuchProgram);
            throw refusal;
        }
    }

    private static int end(Process process, Duration atMost, List<String> command) throws IOException {
        try {
            if (process.waitFor(atMost.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
        throw new IOException("did not end within " + atMost.toSeconds() + " s: " + command.get(0));
    }
}
