package dev.payonce.lab.nodes;

import dev.payonce.lab.ServerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** One of several servers, in a process of its own, always on the same port. Not thread-safe. */
final class Node implements AutoCloseable {
    /** One compiler less: a node starts among others that are busy. */
    private static final List<String> JVM =
            List.of("-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Duser.timezone=Pacific/Chatham");

    private final List<String> settings;
    private final Path log;
    private final int port;
    private @Nullable ServerProcess process;

    Node(List<String> settings, Path log) throws IOException {
        this.settings = List.copyOf(settings);
        this.log = log;
        this.port = ServerProcess.freePort();
    }

    int port() {
        return port;
    }

    void start() throws IOException, InterruptedException {
        launch(JVM, List.of("dev.payonce.server.PayOnce", "serve"));
    }

    /** With a clock that is so far ahead. */
    void startSkewed(Duration ahead) throws IOException, InterruptedException {
        List<String> jvm = new ArrayList<>(JVM);
        jvm.add("-D" + SkewedServer.OFFSET + "=" + ahead);
        launch(jvm, List.of(SkewedServer.class.getName()));
    }

    private void launch(List<String> jvm, List<String> program) throws IOException, InterruptedException {
        process = ServerProcess.start(new ServerProcess.Launch(jvm, program, settings, log), port);
    }

    /** SIGKILL. */
    void kill() {
        running().kill();
        process = null;
    }

    /** SIGTERM. */
    void terminate() {
        running().close();
        process = null;
    }

    /** SIGSTOP: it does nothing more, keeps its connections, and does not know. */
    void pause() throws IOException, InterruptedException {
        signal("-STOP");
    }

    /** SIGCONT. */
    void goOn() throws IOException, InterruptedException {
        signal("-CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        Process sender =
                new ProcessBuilder("kill", signal, Long.toString(running().pid())).start();
        if (!sender.waitFor(5, TimeUnit.SECONDS) || sender.exitValue() != 0) {
            throw new IllegalStateException("the signal could not be sent");
        }
    }

    private ServerProcess running() {
        if (process == null) {
            throw new IllegalStateException("the node is down");
        }
        return process;
    }

    @Override
    public void close() {
        if (process != null) {
            kill();
        }
    }
}
