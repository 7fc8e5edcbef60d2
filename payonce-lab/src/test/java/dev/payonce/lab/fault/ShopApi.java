package dev.payonce.lab.fault;

import dev.payonce.simulator.SimulatedPayment;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.stream.DoubleStream;

/** The server as a shop and its monitoring talk to it. Thread-safe. */
final class ShopApi {
    private static final String TOKEN = "token-of-the-fault-tests-0123456789abcdef";

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final String server;

    ShopApi(int port) {
        this.server = "http://127.0.0.1:" + port;
    }

    /** The server's setting with which it lets the shop in. */
    static String setting() {
        return "--payonce.api.token=" + TOKEN;
    }

    /** Creates the order that the payment pays; returns the HTTP status. */
    int createOrder(SimulatedPayment payment, String account) throws IOException, InterruptedException {
        String order = "{\"orderNo\":\"%s\",\"amount\":%d,\"currency\":\"%s\",\"account\":\"%s\"}"
                .formatted(payment.orderNo(), payment.amount(), payment.currency(), account);
        return send(request("/api/v1/orders")
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(order)))
                .statusCode();
    }

    /** The sum over all series of a meter, as Prometheus reads it. */
    double meter(String name) throws IOException, InterruptedException {
        return send(request("/actuator/prometheus").GET())
                .body()
                .lines()
                .filter(line -> line.startsWith(name + "{") || line.startsWith(name + " "))
                .flatMapToDouble(line -> DoubleStream.of(Double.parseDouble(line.substring(line.lastIndexOf(' ')))))
                .sum();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(server + path))
                .timeout(Duration.ofSeconds(10))
                .header("Authorization", "Bearer " + TOKEN);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
