package dev.payonce.server.api;

import dev.payonce.Confirmation;
import dev.payonce.Notifications;
import dev.payonce.TestClock;
import dev.payonce.jdbc.PostgresBooks;
import dev.payonce.server.ServerApplication;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.annotation.Bean;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The server on a free port over a fresh database, one for the test JVM, and a client that knows its token. */
final class ApiServer {
    static final String TOKEN = "a-token-for-tests";
    static final JsonMapper JSON = JsonMapper.builder().build();

    private static final PostgresBooks BOOKS = new PostgresBooks(new TestClock(), List.of());
    private static final ApiServer SHARED = new ApiServer();

    private final HttpClient http = HttpClient.newHttpClient();
    private final int port;

    private ApiServer() {
        SpringApplication application = new SpringApplication(ServerApplication.class, Books.class);
        WebServerApplicationContext context = (WebServerApplicationContext) application.run(
                "--server.port=0",
                "--payonce.api.token=" + TOKEN,
                "--payonce.gate.store=memory",
                "--payonce.migrate=false",
                "--spring.flyway.enabled=false");
        this.port = Objects.requireNonNull(context.getWebServer()).getPort();
    }

    static ApiServer shared() {
        return SHARED;
    }

    /** Not annotated, so that no other test's component scan finds it. */
    static final class Books {
        @Bean
        DataSource dataSource() {
            return BOOKS.pool();
        }

        @Bean
        Clock clock() {
            return new TestClock();
        }
    }

    PostgresBooks books() {
        return BOOKS;
    }

    int port() {
        return port;
    }

    Confirmation pay(Notifications payment) {
        return BOOKS.payments().confirm(payment.at(new TestClock().instant()));
    }

    /** An answer; a body that is no JSON fails the test. */
    record Answer(HttpResponse<String> response) {
        int status() {
            return response.statusCode();
        }

        JsonNode json() {
            return JSON.readTree(response.body());
        }

        String header(String name) {
            return response.headers().firstValue(name).orElse("");
        }

        boolean isProblem() {
            return header("Content-Type").equals("application/problem+json")
                    && json().get("status").intValue() == status();
        }

        /** The fields that a problem names, in its order. */
        List<String> fields() {
            return json().get("errors").values().stream()
                    .map(error -> error.get("field").stringValue())
                    .toList();
        }
    }

    Answer get(String path) throws Exception {
        return send(request(path).GET());
    }

    Answer post(String path, String json) throws Exception {
        return send(request(path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Authorization", "Bearer " + TOKEN);
    }

    Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return new Answer(http.send(request.build(), HttpResponse.BodyHandlers.ofString()));
    }

    /** A well-formed order of 9900 fen. */
    static String order(String orderNo) {
        return JSON.writeValueAsString(JSON.createObjectNode()
                .put("orderNo", orderNo)
                .put("amount", 9900)
                .put("currency", "CNY")
                .put("account", "user:42"));
    }
}
