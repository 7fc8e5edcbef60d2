package dev.payonce.simulator.paypal;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.wire.Json;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The part of PayPal's API that a receiver of webhooks asks, on a loopback port, with switches to make it fail: the
 * certificate, {@code /v1/oauth2/token}, {@code /v2/payments/captures/{id}} and
 * {@code /v1/notifications/verify-webhook-signature}. Knows the captures that it is told of and no others. Thread-safe.
 */
public final class PayPalApi implements AutoCloseable {
    public static final String CLIENT_ID = "simulated-client";
    /** Of a client that exists here only. */
    public static final String CLIENT_SECRET = "simulated-secret";

    private static final int TOKEN_SECONDS = 32_400;
    private static final int MAX_BODY = 2 << 20;
    private static final long SILENCE_SECONDS = 30;
    private static final String CERTIFICATE = PayPal.CERTIFICATES + "CERT-simulated";
    private static final String CAPTURES = "/v2/payments/captures/";

    /** How the API is. */
    public enum Condition {
        WELL,
        /** Answers 503. */
        DOWN,
        /** Takes the request and says nothing. */
        SILENT,
        /** Answers 200 and something that is no answer. */
        GARBLED
    }

    /** What is answered at a path in place of the right thing. */
    public record Canned(int status, Map<String, String> headers, String body) {}

    private final PayPal account;
    private final HttpServer server;
    private final ExecutorService threads;
    private final Map<String, String> captures = new ConcurrentHashMap<>();
    private final Map<String, Canned> canned = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger tokens = new AtomicInteger();
    private volatile String validToken = "";
    private volatile Condition condition = Condition.WELL;
    private volatile CountDownLatch silence = new CountDownLatch(1);

    private PayPalApi(PayPal account, int port) throws IOException {
        this.account = account;
        this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        this.threads = Executors.newCachedThreadPool(task -> {
            Thread thread = new Thread(task, "paypal-api");
            thread.setDaemon(true);
            return thread;
        });
        server.setExecutor(threads);
        server.createContext("/", this::serve);
        server.start();
    }

    /** Starts on a free port. */
    public static PayPalApi start(PayPal account) {
        return start(account, 0);
    }

    /** Starts on this port. */
    public static PayPalApi start(PayPal account, int port) {
        try {
            return new PayPalApi(account, port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code http://127.0.0.1:port}. */
    public String url() {
        return "http://" + host();
    }

    /** {@code 127.0.0.1:port}. */
    public String host() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    /** Where the account's certificate is. */
    public String certificateUrl() {
        return url() + CERTIFICATE;
    }

    /** From now on the payment is a completed capture of the account's. */
    public void knows(SimulatedPayment payment) {
        knows(payment, "COMPLETED", account.merchantId());
    }

    /** From now on the payment is a capture in that state, of that merchant's. */
    public void knows(SimulatedPayment payment, String status, String merchantId) {
        says(payment.transactionId(), Json.of(CaptureText.of(merchantId, payment, status)));
    }

    /** From now on this is the answer about the capture. */
    public void says(String captureId, String json) {
        captures.put(captureId, json);
    }

    /** From now on this is the answer at the path. */
    public void answers(String path, Canned answer) {
        canned.put(path, answer);
    }

    /** Changes how it is; ends the silence of requests that wait. */
    public void become(Condition other) {
        condition = other;
        silence.countDown();
        silence = new CountDownLatch(1);
    }

    /** Takes no token any more that it gave out, though none has expired. */
    public void withdrawTokens() {
        validToken = "";
    }

    /** How many requests began like this: {@code GET /v2/payments/captures/}. */
    public long count(String beginning) {
        return requests.stream()
                .filter(request -> request.startsWith(beginning))
                .count();
    }

    private void serve(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            requests.add(exchange.getRequestMethod() + " " + path);
            byte[] body;
            try (InputStream in = exchange.getRequestBody()) {
                body = in.readNBytes(MAX_BODY);
            }
            Canned answer = answer(exchange, path, body);
            if (answer != null) {
                answer.headers().forEach(exchange.getResponseHeaders()::set);
                byte[] bytes = answer.body().getBytes(UTF_8);
                exchange.sendResponseHeaders(answer.status(), bytes.length == 0 ? -1 : bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable Canned answer(HttpExchange exchange, String path, byte[] body) throws InterruptedException {
        switch (condition) {
            case DOWN -> {
                return text(503, "{\"name\":\"SERVICE_UNAVAILABLE\"}");
            }
            case GARBLED -> {
                return text(200, "<html>We'll be back</html>");
            }
            case SILENT -> {
                boolean unused = silence.await(SILENCE_SECONDS, TimeUnit.SECONDS);
                return null;
            }
            case WELL -> {
                Canned special = canned.get(path);
                return special == null ? well(exchange, path, body) : special;
            }
        }
        throw new IllegalStateException("no such condition");
    }

    private Canned well(HttpExchange exchange, String path, byte[] body) {
        if (path.equals(CERTIFICATE)) {
            return text(200, account.certificatePem() + account.authorityPem());
        }
        if (path.startsWith(PayPal.CERTIFICATES)) {
            return text(404, "");
        }
        String authorization = String.valueOf(exchange.getRequestHeaders().getFirst("Authorization"));
        if (path.equals("/v1/oauth2/token")) {
            return token(authorization, body);
        }
        if (validToken.isEmpty() || !authorization.equals("Bearer " + validToken)) {
            return text(401, "{\"error\":\"invalid_token\"}");
        }
        if (path.equals("/v1/notifications/verify-webhook-signature")) {
            return text(
                    200,
                    "{\"verification_status\":\"" + (Postback.holds(account, body) ? "SUCCESS" : "FAILURE") + "\"}");
        }
        String capture = path.startsWith(CAPTURES) ? captures.get(path.substring(CAPTURES.length())) : null;
        return capture == null ? text(404, "{\"name\":\"RESOURCE_NOT_FOUND\"}") : text(200, capture);
    }

    private Canned token(String authorization, byte[] body) {
        String expected =
                "Basic " + Base64.getEncoder().encodeToString((CLIENT_ID + ":" + CLIENT_SECRET).getBytes(UTF_8));
        if (!authorization.equals(expected) || !new String(body, UTF_8).equals("grant_type=client_credentials")) {
            return text(401, "{\"error\":\"invalid_client\"}");
        }
        validToken = "A21AA-simulated-" + tokens.incrementAndGet();
        return text(
                200,
                "{\"scope\":\"https://uri.paypal.com/services/payments/payment/authcapture\",\"access_token\":\""
                        + validToken + "\",\"token_type\":\"Bearer\",\"expires_in\":" + TOKEN_SECONDS + "}");
    }

    private static Canned text(int status, String text) {
        return new Canned(status, Map.of("Content-Type", "application/json"), text);
    }

    @Override
    public void close() {
        become(Condition.DOWN);
        server.stop(0);
        threads.shutdownNow();
    }
}
