package dev.payonce.server.storm;

import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.file.*;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Looks whether the order was posted, and then posts it: wrong on purpose. */
public final class RacyReceiver {
    private static final Pattern ORDER = Pattern.compile("\"order_no\" *: *\"([^\"]+)\"");

    public static void main(String... args) throws Exception {
        start(9090, Files.createTempFile("postings", ".txt"));
    }

    static HttpServer start(int port, Path ledger) throws Exception {
        HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 200);
        server.setExecutor(Executors.newFixedThreadPool(32));
        server.createContext("/notify", exchange -> {
            var order = ORDER.matcher(new String(exchange.getRequestBody().readAllBytes()));
            if (order.find() && !Files.readAllLines(ledger).contains(order.group(1))) { // check …
                Files.writeString(ledger, order.group(1) + "\n", StandardOpenOption.APPEND); // … then post
            }
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        server.createContext("/postings", exchange -> {
            var counts =
                    Files.readAllLines(ledger).stream().collect(Collectors.groupingBy(o -> o, Collectors.counting()));
            byte[] json =
                    counts.toString().replaceAll("([^{}=, ]+)=", "\"$1\":").getBytes();
            exchange.sendResponseHeaders(200, json.length);
            exchange.getResponseBody().write(json);
            exchange.close();
        });
        server.start();
        return server;
    }
}
