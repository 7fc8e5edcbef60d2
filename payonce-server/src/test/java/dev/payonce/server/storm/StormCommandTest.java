package dev.payonce.server.storm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The command against receivers that are right, wrong and away. */
@Timeout(120)
class StormCommandTest extends StormRuns {
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
}
