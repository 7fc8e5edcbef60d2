package dev.payonce.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** An endpoint whose answers a test decides; counts what comes and how much of it comes at once. */
final class ReceiverStandIn implements AutoCloseable {
    /** Decides the answer to one request. */
    interface Decision {
        Reply to(int number, HttpExchange exchange, String body) throws IOException;
    }

    record Reply(int status, String body) {}

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger present = new AtomicInteger();
    private final AtomicInteger mostPresent = new AtomicInteger();

    ReceiverStandIn(int port, Decision decision) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            mostPresent.accumulateAndGet(present.incrementAndGet(), Math::max);
            try (exchange) {
                String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
                Reply reply = decision.to(requests.incrementAndGet(), exchange, body);
                byte[] bytes = reply.body().getBytes(UTF_8);
                present.decrementAndGet();
                exchange.sendResponseHeaders(reply.status(), bytes.length == 0 ? -1 : bytes.length);
                exchange.getResponseBody().write(bytes);
            }
        });
        server.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + port() + "/notify");
    }

    int port() {
        return server.getAddress().getPort();
    }

    int requests() {
        return requests.get();
    }

    int mostPresent() {
        return mostPresent.get();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
