package dev.payonce.lab.fault;

import static org.awaitility.Awaitility.await;

import dev.payonce.lab.ServerProcess;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.api.sync.RedisCommands;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import redis.embedded.RedisExecProvider;

/** A Redis without persistence that can be killed and started again on its port. Not thread-safe. */
public final class RedisProcess implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(20);

    private final Path folder;
    private final int port;
    private final String executable;
    private final List<String> arguments;
    private Process process;

    RedisProcess(Path folder) throws IOException {
        this(folder, ServerProcess.freePort(), List.of("--save", "", "--appendonly", "no"));
    }

    /**
     * A replica or a Sentinel, too.
     *
     * @param arguments in front of port, address and folder
     */
    public RedisProcess(Path folder, int port, List<String> arguments) throws IOException {
        this.folder = folder;
        this.port = port;
        this.arguments = List.copyOf(arguments);
        // Unpacked here: the thread that starts it again may belong to an application that has ended.
        this.executable = RedisExecProvider.defaultProvider().get().getPath();
        this.process = launch();
    }

    public String url() {
        return "redis://127.0.0.1:" + port + "/0";
    }

    public void kill() {
        process.destroyForcibly().onExit().orTimeout(10, TimeUnit.SECONDS).join();
    }

    public void startAgain() throws IOException {
        process = launch();
    }

    /** The claims that are in Redis now: keys whose value says PROCESSING. */
    List<String> claims() {
        return call(redis -> redis.keys("pay:idem:*").stream()
                .filter(key -> Objects.requireNonNullElse(redis.get(key), "").startsWith("PROCESSING"))
                .toList());
    }

    /** Forgets every key. */
    public void flush() {
        expectOk(RedisCommands::flushall);
    }

    /** Becomes the replica of a server that is not there: reads are answered, writes are refused. */
    void becomeReadOnly() {
        expectOk(redis -> redis.replicaof("127.0.0.1", 1));
    }

    void becomeWritable() {
        expectOk(RedisCommands::replicaofNoOne);
    }

    public long size() {
        return call(RedisCommands::dbsize);
    }

    private void expectOk(Function<RedisCommands<String, String>, String> command) {
        String answer = call(command);
        if (!answer.equals("OK")) {
            throw new IllegalStateException("Redis answered " + answer);
        }
    }

    /** Asks it over a connection of its own. */
    public <T> T call(Function<RedisCommands<String, String>, T> work) {
        try (RedisClient client = RedisClient.create(url());
                StatefulRedisConnection<String, String> connection = client.connect()) {
            return work.apply(connection.sync());
        }
    }

    private Process launch() throws IOException {
        List<String> command = new ArrayList<>(List.of(executable));
        command.addAll(arguments);
        command.addAll(List.of("--port", Integer.toString(port), "--bind", "127.0.0.1", "--dir", folder.toString()));
        Process started = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("redis-" + port + ".log").toFile())
                .start();
        await("Redis")
                .atMost(START)
                .ignoreExceptionsInstanceOf(RedisException.class)
                .until(() -> call(RedisCommands::ping).equals("PONG"));
        return started;
    }

    @Override
    public void close() {
        kill();
    }
}
