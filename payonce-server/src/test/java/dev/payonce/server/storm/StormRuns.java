package dev.payonce.server.storm;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Runs the command in this process, against receivers that a test decides. */
abstract class StormRuns {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    final StringWriter out = new StringWriter();
    final StringWriter err = new StringWriter();

    interface Decision {
        int status(com.sun.net.httpserver.HttpExchange exchange);
    }

    /** Answers the query for postings with nothing posted. */
    static HttpServer receiver(Decision decision) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        server.setExecutor(Executors.newFixedThreadPool(8));
        server.createContext("/", exchange -> {
            try (exchange) {
                exchange.getRequestBody().readAllBytes();
                if (exchange.getRequestURI().getQuery() != null) {
                    exchange.sendResponseHeaders(200, 2);
                    exchange.getResponseBody().write(new byte[] {'{', '}'});
                } else {
                    exchange.sendResponseHeaders(decision.status(exchange), -1);
                }
            }
        });
        server.start();
        return server;
    }

    static String url(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    final int execute(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--keys=" + folder.resolve("keys-" + all.hashCode()));
        return run(all.toArray(String[]::new));
    }

    final int run(String... arguments) {
        return new CommandLine(new StormCommand(Clock.systemUTC()))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
