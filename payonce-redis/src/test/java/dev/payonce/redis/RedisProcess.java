package dev.payonce.redis;

import static org.awaitility.Awaitility.await;

import io.lettuce.core.RedisURI;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import redis.embedded.RedisExecProvider;

/**
 * A redis-server process on a free port, in a folder of its own: standalone, replica, Sentinel or cluster node, as its
 * arguments say. Can be killed without warning and started again on the same port.
 */
final class RedisProcess implements AutoCloseable {
    private static final File BINARY = binary();
    private static final Set<Integer> TAKEN = ConcurrentHashMap.newKeySet();

    private final int port;
    private final Path folder;
    private final List<String> arguments;
    private Process process;

    private RedisProcess(int port, Path folder, List<String> arguments) {
        this.port = port;
        this.folder = folder;
        this.arguments = arguments;
        this.process = launch();
    }

    static RedisProcess start(String... arguments) throws IOException {
        List<String> all = new ArrayList<>(List.of("--save", "", "--appendonly", "no"));
        all.addAll(List.of(arguments));
        return new RedisProcess(freePort(), Files.createTempDirectory("redis"), all);
    }

    /** A Sentinel that alone decides on the master's death. */
    static RedisProcess startSentinel(String masterName, int masterPort) throws IOException {
        Path folder = Files.createTempDirectory("sentinel");
        Path config = folder.resolve("sentinel.conf");
        Files.writeString(config, """
                sentinel monitor %1$s 127.0.0.1 %2$d 1
                sentinel down-after-milliseconds %1$s 500
                sentinel failover-timeout %1$s 3000
                """.formatted(masterName, masterPort));
        return new RedisProcess(freePort(), folder, List.of(config.toString(), "--sentinel"));
    }

    private static File binary() {
        try {
            return RedisExecProvider.defaultProvider().get();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static int freePort() throws IOException {
        // Below the ports that the system hands out itself, so that nobody takes it while the server is down; and low
        // enough for the cluster's bus, 10000 above.
        for (int port = 12_000 + (int) (ProcessHandle.current().pid() % 1_000) * 8; port < 32_000; port++) {
            if (isFree(port) && isFree(port + 10_000) && TAKEN.add(port)) {
                return port;
            }
        }
        throw new IOException("no free port");
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException e) {
            return false;
        }
    }

    private Process launch(String... more) {
        List<String> command = new ArrayList<>(List.of(BINARY.getPath()));
        command.addAll(arguments);
        command.addAll(List.of(more));
        command.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1", "--dir", folder.toString()));
        try {
            Process started = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(started::destroyForcibly));
            await("redis on port " + port)
                    .atMost(Duration.ofSeconds(10))
                    .pollInterval(Duration.ofMillis(10))
                    .until(this::answers);
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean answers() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(1_000);
            socket.getOutputStream().write("PING\r\n".getBytes(StandardCharsets.US_ASCII));
            return socket.getInputStream().read() > 0;
        } catch (IOException e) {
            return false;
        }
    }

    int port() {
        return port;
    }

    RedisURI uri() {
        return RedisURI.create("127.0.0.1", port);
    }

    void kill() {
        process.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
    }

    void startAgain(String... more) {
        process = launch(more);
    }

    @Override
    public void close() {
        kill();
        try (Stream<Path> files = Files.walk(folder)) {
            files.map(Path::toFile).forEach(File::deleteOnExit);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
