package dev.payonce.server.storm;

import dev.payonce.BookException;
import dev.payonce.jdbc.CountQuery;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** How often the receiver's own books say that each order was posted. Orders that they do not know are absent. */
interface PostingCount {
    /**
     * The counts of at least these orders.
     *
     * @throws IOException when they cannot be told
     */
    Map<String, Long> of(Collection<String> orders) throws IOException, InterruptedException;

    /**
     * By a query whose columns are the order's number and its count; read only.
     *
     * @throws IllegalArgumentException if it is more than one statement
     */
    static PostingCount query(String sql, String jdbcUrl, String user, String password) {
        CountQuery query = new CountQuery(jdbcUrl, user, password, sql, Web.MAX_ORDERS);
        return orders -> {
            try {
                return query.run();
            } catch (BookException e) {
                Throwable cause = e.getCause() == null ? e : e.getCause();
                throw new IOException("the query of --check failed: " + cause.getMessage(), e);
            }
        };
    }

    /**
     * By HTTP GET: of a JSON object from order numbers to counts; or, where the URL has {@code {order}}, of a number for
     * each order.
     *
     * @throws IllegalArgumentException if it is none
     */
    static PostingCount url(String url) {
        // Now, not when the storm is over.
        var unused = URI.create(url.replace(Web.ORDER, ""));
        return new Web(url);
    }

    /** Counts that are asked for over HTTP. */
    final class Web implements PostingCount {
        static final int MAX_ORDERS = 1_000_000;

        static final String ORDER = "{order}";
        private static final int MAX_BODY = 64 << 20;
        private static final Duration TIMEOUT = Duration.ofSeconds(30);

        private final HttpClient http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(TIMEOUT)
                .build();
        private final JsonMapper json = JsonMapper.builder().build();
        private final String url;

        private Web(String url) {
            this.url = url;
        }

        @Override
        public Map<String, Long> of(Collection<String> orders) throws IOException, InterruptedException {
            return url.contains(ORDER) ? each(List.copyOf(orders)) : all();
        }

        private Map<String, Long> all() throws IOException, InterruptedException {
            Map<String, Long> counts = new HashMap<>();
            JsonNode answer = get(url);
            if (!answer.isObject()) {
                throw new IOException("--check must answer with a JSON object from order numbers to counts");
            }
            for (Map.Entry<String, JsonNode> count : answer.properties()) {
                counts.put(count.getKey(), number(count.getValue()));
            }
            return counts;
        }

        private Map<String, Long> each(List<String> orders) throws IOException, InterruptedException {
            Map<String, Long> counts = new HashMap<>();
            for (String order : orders) {
                String encoded =
                        URLEncoder.encode(order, StandardCharsets.UTF_8).replace("+", "%20");
                counts.put(order, number(get(url.replace(ORDER, encoded))));
            }
            return counts;
        }

        private static long number(JsonNode node) throws IOException {
            if (!node.isIntegralNumber() || node.longValue() < 0) {
                throw new IOException("--check must answer with whole numbers, of which none is negative");
            }
            return node.longValue();
        }

        private HttpResponse<InputStream> ask(HttpRequest request) throws IOException, InterruptedException {
            try {
                return http.send(request, HttpResponse.BodyHandlers.ofInputStream());
            } catch (IOException e) {
                // Its message may be absent.
                throw new IOException("--check was not answered: " + e, e);
            }
        }

        private JsonNode get(String from) throws IOException, InterruptedException {
            HttpResponse<InputStream> answer = ask(
                    HttpRequest.newBuilder(URI.create(from)).timeout(TIMEOUT).build());
            try (InputStream body = answer.body()) {
                byte[] bytes = body.readNBytes(MAX_BODY);
                if (answer.statusCode() != 200) {
                    throw new IOException("--check was answered " + answer.statusCode());
                }
                return json.readTree(bytes);
            } catch (JacksonException e) {
                throw new IOException("--check was not answered with JSON", e);
            }
        }
    }
}
