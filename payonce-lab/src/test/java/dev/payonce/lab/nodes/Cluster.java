package dev.payonce.lab.nodes;

import dev.payonce.simulator.SimulatedPayment;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.DoubleStream;

/** Three servers over one Redis with Sentinel and one PostgreSQL with a synchronous standby, each in processes of its own. */
final class Cluster implements AutoCloseable {
    /** Shortened, so that a node can be paused for longer. */
    static final Duration CLAIM_LIFE = Duration.ofSeconds(5);

    static final long AMOUNT = 9900;

    private static final int NODES = 3;
    private static final String TOKEN = "token-of-the-nodes-tests-0123456789abcdef";

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(1))
            .build();
    private final Accounts accounts = new Accounts();
    private final List<Node> nodes = new ArrayList<>();
    private final StandbyPair postgres;
    private final SentinelRedis redis;

    /** Nothing runs yet. */
    Cluster(Path folder) throws IOException {
        this.postgres = new StandbyPair(folder);
        this.redis = new SentinelRedis(Files.createDirectory(folder.resolve("redis")));
        List<String> settings = settings();
        for (int i = 0; i < NODES; i++) {
            nodes.add(new Node(settings, folder.resolve("node-" + i + ".log")));
        }
    }

    void start() throws IOException, InterruptedException {
        postgres.start();
        redis.start();
        for (Node node : nodes) {
            node.start();
        }
    }

    private List<String> settings() {
        List<String> settings = new ArrayList<>(accounts.settings());
        settings.addAll(redis.settings());
        settings.addAll(List.of(
                "--spring.datasource.url=" + postgres.url(),
                "--payonce.api.token=" + TOKEN,
                "--payonce.gate.allow-unsafe-ttl=true",
                "--payonce.gate.processing-ttl=" + CLAIM_LIFE.toSeconds() + "s",
                // Half of the usual: a claim whose holder has died is passed over before it ends by itself.
                "--payonce.deadline=2s",
                "--logging.level.dev.payonce.callback=WARN"));
        return settings;
    }

    Accounts accounts() {
        return accounts;
    }

    List<Node> nodes() {
        return nodes;
    }

    StandbyPair postgres() {
        return postgres;
    }

    SentinelRedis redis() {
        return redis;
    }

    /** By the API of that node: the HTTP status; 0: no answer. */
    CompletableFuture<Integer> createOrder(Node node, SimulatedPayment payment) {
        String order = "{\"orderNo\":\"%s\",\"amount\":%d,\"currency\":\"CNY\",\"account\":\"user:%d\"}"
                .formatted(payment.orderNo(), AMOUNT, Math.floorMod(payment.hashCode(), 10));
        HttpRequest request = request(node, "/api/v1/orders")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(order))
                .build();
        return http.sendAsync(request, HttpResponse.BodyHandlers.discarding())
                .handle((response, fault) -> fault == null ? response.statusCode() : 0);
    }

    /** How often a node has gone on without the gate, over all nodes since their last starts. */
    double gateErrors() throws IOException, InterruptedException {
        double sum = 0;
        for (Node node : nodes) {
            sum += http.send(request(node, "/actuator/prometheus").GET().build(), HttpResponse.BodyHandlers.ofString())
                    .body()
                    .lines()
                    .filter(line -> line.startsWith("payonce_gate_errors_total"))
                    .flatMapToDouble(line -> DoubleStream.of(Double.parseDouble(line.substring(line.lastIndexOf(' ')))))
                    .sum();
        }
        return sum;
    }

    private static HttpRequest.Builder request(Node node, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + node.port() + path))
                .timeout(Duration.ofSeconds(4))
                .header("Authorization", "Bearer " + TOKEN);
    }

    @Override
    public void close() throws IOException {
        nodes.forEach(Node::close);
        redis.close();
        postgres.close();
    }
}
