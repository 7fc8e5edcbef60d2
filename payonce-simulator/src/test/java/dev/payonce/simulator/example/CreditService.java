package dev.payonce.simulator.example;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.stripe.exception.SignatureVerificationException;
import com.stripe.net.Webhook;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/** A user's own service: verifies with Stripe's SDK, and credits an order once. */
final class CreditService implements AutoCloseable {
    private static final Pattern ORDER = Pattern.compile("\"order_no\" *: *\"([^\"]+)\"");

    private final Map<String, Integer> credits = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(16);
    private final HttpServer server;

    CreditService(String secret) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        server.setExecutor(threads);
        server.createContext("/stripe", exchange -> {
            try (exchange) {
                String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
                String signature = exchange.getRequestHeaders().getFirst("Stripe-Signature");
                exchange.sendResponseHeaders(credit(body, signature == null ? "" : signature, secret) ? 200 : 400, -1);
            }
        });
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** How often each order was credited. */
    Map<String, Integer> credits() {
        return Map.copyOf(credits);
    }

    private boolean credit(String body, String signature, String secret) {
        try {
            boolean unused = Webhook.Signature.verifyHeader(body, signature, secret, 300);
        } catch (SignatureVerificationException e) {
            return false;
        }
        var order = ORDER.matcher(body);
        if (order.find()) {
            credits.putIfAbsent(order.group(1), 1);
        }
        return true;
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
