package dev.payonce.server.storm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command against receivers that are right, wrong and away. */
@Timeout(120)
class StormCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private Path folder;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();

    @Test
    void doublePostingOfTheRacyReceiverIsFoundAndInTheReport() throws Exception {
        Path html = folder.resolve("report.html");
        HttpServer receiver = RacyReceiver.start(0, Files.createFile(folder.resolve("ledger.txt")));
        try {
            String url = "http://127.0.0.1:" + receiver.getAddress().getPort();
            int code = execute(
                    url + "/notify",
                    "--channel=standard-webhooks",
                    "--duplicates=20",
                    "--check=" + url + "/postings",
                    "--html=" + html);

            assertThat(code).isEqualTo(1);
            assertThat(out.toString()).contains("POSTED MORE THAN ONCE", "FORGERIES ACKNOWLEDGED", "ORDER-");
            assertThat(Files.readString(html))
                    .contains(
                            "\"postedTwice\":{\"ORDER-",
                            "\"verdict\":\"wrong\"",
                            "var uPlot=",
                            "Copyright (c) 2022 Leon Sorokin")
                    .doesNotContain("src=", "/*data*/null");
        } finally {
            receiver.stop(0);
        }
    }

    @Test
    void wrongSuccessRefusalForEverAndLostPostingsAreTold() throws Exception {
        AtomicInteger number = new AtomicInteger();
        HttpServer receiver = receiver(exchange -> number.incrementAndGet() % 2 == 0 ? 200 : 500);
        HttpServer nothing = receiver(exchange -> 500);
        try {
            Path json = folder.resolve("report.json");
            int lying = execute(
                    url(receiver),
                    "--channel=adyen",
                    "--check=" + url(receiver) + "?postings",
                    "--forged=100",
                    "--json=" + json);
            assertThat(lying).isEqualTo(1);
            JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
            assertThat(report.path("verdict").asString()).isEqualTo("wrong");
            assertThat(report.path("wrongSuccess").size()).isPositive();
            assertThat(report.path("neverPosted").size()).isEqualTo(100);
            assertThat(report.path("neverPosted").get(0).asString()).contains("(acknowledged)");
            assertThat(report.path("latencyMicros").path("p99.9").asLong()).isPositive();

            int refusing = execute(url(nothing), "--channel=unionpay", "--count=3", "--schedule-factor=1000000");
            assertThat(refusing).isEqualTo(1);
            assertThat(out.toString()).contains("REFUSED FOR EVER, GENUINE: 3");
        } finally {
            receiver.stop(0);
            nothing.stop(0);
        }
    }

    @Test
    void countsAreAskedForOrderByOrderAndDeliveriesCanHaveARate() throws Exception {
        Queue<String> asked = new ConcurrentLinkedQueue<>();
        HttpServer receiver = receiver(exchange -> 200);
        receiver.createContext("/count/", exchange -> {
            try (exchange) {
                String order = exchange.getRequestURI().getPath().substring("/count/".length());
                asked.add(order);
                exchange.sendResponseHeaders(200, 1);
                exchange.getResponseBody().write(order.endsWith("/3") ? '2' : '1');
            }
        });
        try {
            Path json = folder.resolve("report.json");
            int code = execute(
                    url(receiver),
                    "--channel=stripe",
                    "--order-template=A 1/{n}",
                    "--count=4",
                    "--duplicates=1",
                    "--forged=0",
                    "--tampered=0",
                    "--rate=20",
                    "--check=" + url(receiver) + "count/{order}",
                    "--json=" + json);

            JsonNode report = JsonMapper.shared().readTree(Files.readString(json));
            assertThat(code).isEqualTo(1);
            assertThat(asked).containsExactlyInAnyOrder("A 1/1", "A 1/2", "A 1/3", "A 1/4");
            assertThat(report.path("postedTwice").propertyNames()).containsExactly("A 1/3");
            assertThat(report.path("settings").path("rate").asInt()).isEqualTo(20);
            // The last of four is due after 150 ms.
            assertThat(report.path("durationMicros").asLong()).isGreaterThanOrEqualTo(150_000);
        } finally {
            receiver.stop(0);
        }
    }

    @Test
    void booksThatCannotBeAskedAreNoVerdictAndABadCheckIsToldBeforeAnythingIsSent() throws Exception {
        AtomicInteger number = new AtomicInteger();
        HttpServer receiver = receiver(exchange -> {
            number.incrementAndGet();
            return 200;
        });
        try {
            String target = url(receiver);
            for (String bad : List.of("http://[", "http://127.0.0.1/ {order}", "SELECT 1")) {
                assertThat(execute(target, "--channel=stripe", "--check=" + bad))
                        .isEqualTo(2);
            }
            assertThat(execute(target, "--channel=stripe", "--orders=" + folder.resolve("none.csv")))
                    .isEqualTo(2);
            String file = folder.resolve("same").toString();
            assertThat(execute(target, "--channel=stripe", "--json=" + file, "--journal=" + file))
                    .isEqualTo(2);
            assertThat(execute(target, "--channel=stripe", "--html=" + folder.resolve("none/report.html")))
                    .isEqualTo(2);
            assertThat(number).hasValue(0);
            assertThat(err.toString())
                    .contains("none.csv cannot be read", "is given twice", "report.html cannot be written");

            for (String away : List.of("http://127.0.0.1:1/", target + "?postings={order}")) {
                assertThat(execute(target, "--channel=stripe", "--count=2", "--check=" + away))
                        .isEqualTo(3);
            }
            assertThat(err.toString()).contains("ConnectException", "whole numbers");
        } finally {
            receiver.stop(0);
        }
    }

    @Test
    void fewPaymentsBringAForgeryTooAndOptionsAreNamedAsTheyAreWritten() throws Exception {
        HttpServer receiver = receiver(exchange -> 200);
        try {
            assertThat(execute(url(receiver), "--channel=stripe", "--count=2", "--cut=100"))
                    .isEqualTo(1);
            assertThat(out.toString()).contains("FORGERIES ACKNOWLEDGED: 2");
            for (String bad :
                    List.of("--cut=101", "--forged=-1", "--duplicates=0", "--schedule-factor=0", "--time-limit=0")) {
                assertThat(execute(url(receiver), "--channel=stripe", bad)).isEqualTo(2);
                assertThat(err.toString()).contains(bad.substring(0, bad.indexOf('=')) + " must be ");
            }
        } finally {
            receiver.stop(0);
        }
    }

    @Test
    void receiverThatIsAwayOrAStormThatIsCutShortCannotBeJudged() throws Exception {
        assertThat(execute("http://127.0.0.1:1/", "--channel=stripe", "--count=2", "--schedule-factor=10000000"))
                .isEqualTo(3);
        assertThat(out.toString()).contains("cannot tell: nobody answered, first ", "Connection refused");
        out.getBuffer().setLength(0);
        HttpServer receiver = receiver(exchange -> 500);
        try {
            assertThat(execute(url(receiver), "--channel=stripe", "--count=2", "--schedule-factor=1", "--time-limit=1"))
                    .isEqualTo(3);
            assertThat(out.toString())
                    .contains("cannot tell: the time was over", "not acknowledged when the time was over: 2")
                    .doesNotContain("REFUSED FOR EVER");
        } finally {
            receiver.stop(0);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "wechat-v3,public-key-2.pem,api-v3-key",
        "wechat-v2,payonce.yaml,secrets",
        "alipay,public-key-1.pem,verification-keys",
        "unionpay,middle.pem,trusted-certificates",
        "stripe,payonce.yaml,secrets",
        "paypal,authority.pem,webhook-id",
        "adyen,payonce.yaml,merchant-id",
        "square,payonce.yaml,notification-url",
        "standard-webhooks,payonce.yaml,/data/order_no"
    })
    void keysAreMadeOnceAndPlayTheSameAccountAgain(String type, String file, String setting) throws Exception {
        Path keys = folder.resolve("keys");
        assertThat(run("--channel=" + type, "--keys=" + keys)).isZero();
        assertThat(keys.resolve(file)).isNotEmptyFile();
        String snippet = Files.readString(keys.resolve("payonce.yaml"));
        assertThat(snippet).contains("type: " + type, setting).doesNotContain("file:public", "file:root");

        Account account = Account.read(keys);
        assertThat(run("--channel=" + type, "--keys=" + keys)).isZero();
        assertThat(Account.read(keys)).isEqualTo(account);
        assertThat(KeyFolder.open(keys, AccountType.of(type), java.net.URI.create("http://x/"), Clock.systemUTC())
                        .snippet())
                .isEqualTo(snippet);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://192.0.2.1/", "http://example.com/", "http://0.0.0.0/", "ftp://127.0.0.1/"})
    void nothingIsSentElsewhereUnlessTheHostIsConfirmed(String target) {
        assertThat(execute(target, "--channel=stripe")).isEqualTo(2);
        assertThat(execute(target, "--channel=stripe", "--yes-send-to-host=192.0.2.2"))
                .isEqualTo(2);
        assertThat(err.toString()).containsAnyOf("not a loopback address", "not an http(s) target");
    }

    @Test
    void ordersComeFromCsvAndFromJsonLinesAndBadOnesAreRefused() throws Exception {
        Path csv = Files.writeString(
                folder.resolve("o.csv"), "\uFEFFamount,orderNo,currency\n\n100,\"A,1\",EUR\n200,B,USD\n");
        Path lines =
                Files.writeString(folder.resolve("o.jsonl"), "{\"orderNo\":\"A\",\"amount\":1,\"currency\":\"CNY\"}\n");
        assertThat(OrderSource.ofFile(csv))
                .containsExactly(new StormOrder("A,1", 100, "EUR"), new StormOrder("B", 200, "USD"));
        assertThat(OrderSource.ofFile(lines)).containsExactly(new StormOrder("A", 1, "CNY"));

        List<String> bad = List.of(
                "orderNo,amount,currency\n",
                "orderNo,amount\nA,1\n",
                "orderNo,amount,currency\nA,1,EUR\nA,1,EUR\n",
                "orderNo,amount,currency\nA,0,EUR\n",
                "orderNo,amount,currency\nA,1.5,EUR\n");
        for (String content : bad) {
            Path file = Files.writeString(folder.resolve("bad.csv"), content);
            assertThat(execute("http://127.0.0.1:1/", "--channel=stripe", "--orders=" + file))
                    .describedAs(content)
                    .isEqualTo(2);
        }
        assertThat(execute("http://127.0.0.1:1/", "--channel=stripe", "--order-template=X"))
                .isEqualTo(2);
        assertThat(execute("http://127.0.0.1:1/", "--channel=nonsense")).isEqualTo(2);
    }

    private interface Decision {
        int status(com.sun.net.httpserver.HttpExchange exchange);
    }

    /** Answers the query for postings with nothing posted. */
    private static HttpServer receiver(Decision decision) throws IOException {
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

    private static String url(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/";
    }

    private int execute(String... arguments) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.add("--keys=" + folder.resolve("keys-" + all.hashCode()));
        return run(all.toArray(String[]::new));
    }

    private int run(String... arguments) {
        return new CommandLine(new StormCommand(Clock.systemUTC()))
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
    }
}
