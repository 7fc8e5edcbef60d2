package dev.payonce.server.storm;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.*;

import com.sun.net.httpserver.HttpServer;
import java.net.*;
import java.nio.file.*;
import java.util.concurrent.*;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Looks whether the order is paid, posts it, notes that it is paid: wrong on purpose. */
public final class RacyReceiver {
    private static final Pattern ORDER = Pattern.compile("\"order_no\" *: *\"([^\"]+)\"");

    public static void main(String... args) throws Exception {
        var unused = start(9090, Files.createTempFile("postings", ".txt"));
    }

    static HttpServer start(int port, Path ledger) throws Exception {
        var paid = ConcurrentHashMap.newKeySet();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 200);
        server.setExecutor(Executors.newFixedThreadPool(32));
        server.createContext("/notify", exchange -> {
            var order = ORDER.matcher(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            if (order.find() && !paid.contains(order.group(1))) { // check …
                Files.writeString(ledger, order.group(1) + "\n", APPEND, DSYNC);
                paid.add(order.group(1)); // … and by then it is too late
            }
            exchange.sendResponseHeaders(200, -1);
        });
        server.createContext("/postings", exchange -> {
            var counts = Files.readAllLines(ledger).stream().collect(Collectors.toMap(o -> o, o -> 1, Integer::sum));
            String json = counts.toString().replaceAll("([^{}=, ]+)=", "\"$1\":");
            exchange.sendResponseHeaders(200, json.length());
            exchange.getResponseBody().write(json.getBytes(UTF_8));
        });
        server.start();
        return server;
    }
}
