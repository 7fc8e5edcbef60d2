package dev.payonce.server.demo;

import dev.payonce.NewOrder;
import dev.payonce.Posting;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/** A shop's use of the server's HTTP API: creates orders, closes them, asks for their state. */
final class OrderClient {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    private static final int POLL_MILLIS = 20;
    private static final int POLLS = 500;

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI orders;
    private final String token;

    OrderClient(URI server, String token) {
        this.orders = server.resolve("/api/v1/orders");
        this.token = token;
    }

    /** @throws IOException unless the order is new and was created */
    void create(NewOrder order) throws IOException, InterruptedException {
        Map<String, Object> json = Map.of(
                "orderNo", order.orderNo(),
                "amount", order.money().amount(),
                "currency", order.money().currency(),
                "account", order.account(),
                "postings", order.postings().stream().map(OrderClient::json).toList());
        HttpRequest.Builder request = request("")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(json)));
        requireStatus(201, send(request));
    }

    void close(NewOrder order) throws IOException, InterruptedException {
        HttpRequest.Builder request =
                request("/" + order.orderNo() + "/close").POST(HttpRequest.BodyPublishers.noBody());
        requireStatus(200, send(request));
    }

    /** Waits until the orders are PAID; whether they all were within the time that is reasonable. */
    boolean awaitPaid(List<NewOrder> awaited) throws IOException, InterruptedException {
        for (int poll = 0; poll < POLLS; poll++) {
            int paid = 0;
            for (NewOrder order : awaited) {
                HttpResponse<String> answer =
                        send(request("/" + order.orderNo()).GET());
                requireStatus(200, answer);
                if (JSON.readTree(answer.body()).path("status").asString("").equals("PAID")) {
                    paid++;
                }
            }
            if (paid == awaited.size()) {
                return true;
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        return false;
    }

    private static Map<String, Object> json(Posting posting) {
        return Map.of("to", posting.to(), "asset", posting.asset(), "amount", posting.amount());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(orders + path))
                .timeout(TIMEOUT)
                .header("Authorization", "Bearer " + token);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static void requireStatus(int expected, HttpResponse<String> answer) throws IOException {
        if (answer.statusCode() != expected) {
            throw new IOException(answer.request().method() + " " + answer.uri().getPath() + " was answered "
                    + answer.statusCode() + " " + answer.body());
        }
    }
}
