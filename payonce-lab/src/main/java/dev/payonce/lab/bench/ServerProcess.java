package dev.payonce.lab.bench;

import java.io.File;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The server in a process of its own, with PostgreSQL and Redis of its own below the data directory. */
final class ServerProcess implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(90);
    private static final int STOP_SECONDS = 30;

    private final Process process;
    private final Path data;
    private final int port;

    private ServerProcess(Process process, Path data, int port) {
        this.process = process;
        this.data = data;
        this.port = port;
    }

    /** Starts it and returns when it answers. Its log goes to {@code log}. */
    static ServerProcess start(Path data, Path log, List<String> jvm, List<String> settings)
            throws IOException, InterruptedException {
        int port = freePort();
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvm);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), LabServer.class.getName()));
        command.addAll(List.of(
                "--server.port=" + port, "--server.address=127.0.0.1", "--payonce.data-dir=" + data.toAbsolutePath()));
        command.addAll(settings);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(new File(log.toString()))
                .start();
        ServerProcess server = new ServerProcess(process, data, port);
        try {
            server.awaitHealth(log);
        } catch (IOException | InterruptedException | RuntimeException e) {
            server.close();
            throw e;
        }
        return server;
    }

    int port() {
        return port;
    }

    long pid() {
        return process.pid();
    }

    /** The embedded PostgreSQL's port, from its own pid file. */
    int postgresPort() throws IOException {
        return Integer.parseInt(
                Files.readAllLines(data.resolve("postgresql/postmaster.pid")).get(3));
    }

    String postgresPassword() throws IOException {
        return Files.readString(data.resolve("postgresql.password"));
    }

    private void awaitHealth(Path log) throws IOException, InterruptedException {
        long until = System.nanoTime() + START.toNanos();
        while (!healthy()) {
            if (System.nanoTime() > until || process.waitFor(200, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("the server did not start:\n" + Files.readString(log));
            }
        }
    }

    private boolean healthy() throws IOException {
        HttpURLConnection health =
                (HttpURLConnection) URI.create("http://127.0.0.1:" + port + "/actuator/health")
                        .toURL()
                        .openConnection();
        try {
            return health.getResponseCode() == 200;
        } catch (java.net.ConnectException e) {
            return false;
        } finally {
            health.disconnect();
        }
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                var unused = process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            var unused = process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
