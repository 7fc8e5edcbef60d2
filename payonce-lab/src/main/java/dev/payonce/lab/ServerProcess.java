package dev.payonce.lab;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.SocketException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A server in a process of its own, on the class path of this one. Not thread-safe. */
public final class ServerProcess implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(90);
    private static final int STOP_SECONDS = 40;

    private final Process process;
    private final int port;

    /**
     * What to start.
     *
     * @param jvm options of the virtual machine
     * @param program the main class and its arguments in front of the settings
     * @param settings {@code --key=value}; the port comes by itself
     * @param log where its output goes, behind what is there
     */
    public record Launch(List<String> jvm, List<String> program, List<String> settings, Path log) {
        public Launch {
            jvm = List.copyOf(jvm);
            program = List.copyOf(program);
            settings = List.copyOf(settings);
        }
    }

    private ServerProcess(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts it on a loopback port and returns when it answers. */
    public static ServerProcess start(Launch launch, int port) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(launch.jvm);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(launch.program);
        command.addAll(List.of("--server.port=" + port, "--server.address=127.0.0.1"));
        command.addAll(launch.settings);
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(launch.log.toFile()))
                .start();
        ServerProcess server = new ServerProcess(process, port);
        boolean answers = false;
        try {
            server.awaitHealth(launch.log);
            answers = true;
        } finally {
            if (!answers) {
                server.kill();
            }
        }
        return server;
    }

    /** A loopback port that nobody listens at. */
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    public int port() {
        return port;
    }

    public long pid() {
        return process.pid();
    }

    private void awaitHealth(Path log) throws IOException, InterruptedException {
        long until = System.nanoTime() + START.toNanos();
        while (!isHealthy()) {
            if (System.nanoTime() > until || process.waitFor(200, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("the server did not start:\n" + Files.readString(log));
            }
        }
    }

    private boolean isHealthy() throws IOException {
        HttpURLConnection health = (HttpURLConnection) URI.create("http://127.0.0.1:" + port + "/actuator/health")
                .toURL()
                .openConnection();
        try {
            return health.getResponseCode() == 200;
        } catch (SocketException e) {
            return false;
        } finally {
            health.disconnect();
        }
    }

    /** SIGKILL. */
    public void kill() {
        process.destroyForcibly()
                .onExit()
                .orTimeout(STOP_SECONDS, TimeUnit.SECONDS)
                .join();
    }

    /** SIGTERM, and SIGKILL when it does not end in time. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                kill();
                throw new IllegalStateException("the server did not stop within " + STOP_SECONDS + " s");
            }
        } catch (InterruptedException e) {
            kill();
            Thread.currentThread().interrupt();
        }
    }
}
