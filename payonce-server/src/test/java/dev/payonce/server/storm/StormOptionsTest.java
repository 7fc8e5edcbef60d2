package dev.payonce.server.storm;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the command is given: what is wrong with it is told by its name, before anything is sent. */
@Timeout(120)
class StormOptionsTest extends StormRuns {
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
            String books = "--check-url=jdbc:postgresql://127.0.0.1:1/x";
            assertThat(execute(target, "--channel=stripe", "--check=COMMIT; DROP TABLE t; SELECT 1", books))
                    .isEqualTo(2);
            assertThat(execute(target, "--channel=stripe", books)).isEqualTo(2);
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
                Path json = folder.resolve("unchecked.json");
                assertThat(execute(
                                target,
                                "--channel=stripe",
                                "--count=2",
                                "--forged=0",
                                "--tampered=0",
                                "--json=" + json,
                                "--check=" + away))
                        .isEqualTo(3);
                assertThat(Files.readString(json)).contains("\"unknown\"", "\"booksFault\" : \"--check ");
            }
            assertThat(out.toString())
                    .contains(
                            "NOT CHECKED: --check",
                            "cannot tell: the receiver's books",
                            "ConnectException",
                            "whole numbers");
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
    void accountThatCannotSignIsToldBeforeAnythingIsSent() throws Exception {
        Path keys = folder.resolve("broken");
        assertThat(run("--channel=standard-webhooks", "--keys=" + keys)).isZero();
        Path account = keys.resolve("account.properties");
        Files.writeString(account, Files.readString(account).replaceAll("(?m)^secret=.*$", "secret=whsec_!!!"));

        assertThat(run("http://127.0.0.1:1/", "--channel=standard-webhooks", "--keys=" + keys))
                .isEqualTo(2);
        assertThat(err.toString()).contains("the account of --keys cannot sign").doesNotContain("\tat ");
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

    @ParameterizedTest
    @ValueSource(strings = {"http://192.0.2.1/", "http://example.com/", "http://0.0.0.0/", "ftp://127.0.0.1/"})
    void nothingIsSentElsewhereUnlessTheHostIsConfirmed(String target) {
        assertThat(execute(target, "--channel=stripe")).isEqualTo(2);
        assertThat(execute(target, "--channel=stripe", "--yes-send-to-host=192.0.2.2"))
                .isEqualTo(2);
        assertThat(err.toString()).containsAnyOf("not a loopback address", "not an http(s) target");
    }
}
