package dev.payonce.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Money;
import dev.payonce.NewOrder;
import dev.payonce.OrderBook;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Storms over a server that was configured by the settings that they wrote, and its books against their journals. PayPal is
 * missing: its receiver's Java would have to trust the simulated authority.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(300)
class StormJournalIT {
    private static final List<String> TYPES =
            List.of("wechat-v3", "wechat-v2", "alipay", "unionpay", "stripe", "adyen", "square", "standard-webhooks");

    private static final int ORDERS = 20;

    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path folder;

    private final StringWriter out = new StringWriter();
    private final List<String> journals = new ArrayList<>();
    private ConfigurableApplicationContext server;

    @BeforeAll
    void start() throws IOException {
        List<String> locations = new ArrayList<>();
        for (String type : TYPES) {
            Path keys = folder.resolve(type);
            assertThat(execute("storm", "--channel=" + type, "--keys=" + keys)).isZero();
            Path own = keys.resolve("own.yaml");
            Files.writeString(
                    own, Files.readString(keys.resolve("payonce.yaml")).replace(" storm:", " " + type + ":"));
            locations.add("file:" + own);
        }
        server = ServerApplication.create()
                .run(
                        "--server.port=0",
                        "--payonce.gate.store=memory",
                        "--payonce.data-dir=" + folder.resolve("data"),
                        "--spring.config.additional-location=" + String.join(",", locations));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    @Order(1)
    void serverStandsEveryPlatformsStorm() {
        for (String type : TYPES) {
            for (int i = 1; i <= ORDERS; i++) {
                var unused = server.getBean(OrderBook.class)
                        .create(new NewOrder(type + "-" + i, new Money(9900, "CNY"), "user:42", null, List.of()));
            }
            String url = "http://127.0.0.1:" + server.getEnvironment().getProperty("local.server.port");
            Path journal = folder.resolve(type + ".jsonl");
            int code = execute(
                    "storm",
                    url + "/notify/" + type,
                    "--channel=" + type,
                    "--keys=" + folder.resolve(type),
                    "--order-template=" + type + "-{n}",
                    "--count=" + ORDERS,
                    "--currency=CNY",
                    "--schedule-factor=1000",
                    "--probes=20",
                    "--tampered=50",
                    "--forged=50",
                    "--cut=5",
                    "--slow=5",
                    "--check=SELECT order_no, count(*) FROM ledger_entry WHERE biz_no LIKE 'pay:%' GROUP BY order_no",
                    "--check-url=" + property("spring.datasource.url"),
                    "--check-username=" + property("spring.datasource.username"),
                    "--check-password=" + property("spring.datasource.password"),
                    "--journal=" + journal);
            assertThat(code).describedAs(type + out).isZero();
            journals.add("--journal=" + journal);
        }
        assertThat(verify(journals)).describedAs("%s", out).isZero();
        assertThat(out.toString()).contains(" invariants checked, 0 broken");
    }

    @Test
    @Order(2)
    void everyLieOfTheBooksOrOfTheAnswersIsNamed() throws IOException {
        JdbcTemplate jdbc = server.getBean(JdbcTemplate.class);
        Path lied = Files.writeString(
                folder.resolve("lied.jsonl"),
                line("never-recorded", "wechat-v3-1", "", true)
                        + line("forged-success", "wechat-v3-1", "\"STALE\"", true)
                        + line(paid("square-2"), "square-2", "", true));
        // A payment that nobody sent, one that was only forged, one whose entries are gone, one of another amount.
        jdbc.update(
                "INSERT INTO pay_transaction (platform, merchant, transaction_id, channel, order_no, amount, currency,"
                        + " state, held_reason, received_at) SELECT platform, merchant, x.id, channel, order_no, amount, currency,"
                        + " 'HELD', 'ORDER_UNKNOWN', received_at FROM pay_transaction, (VALUES ('invented'), ('forged-success'))"
                        + " AS x (id) WHERE order_no = 'wechat-v3-1'");
        jdbc.execute("ALTER TABLE ledger_entry DISABLE TRIGGER USER");
        jdbc.update("DELETE FROM ledger_entry WHERE biz_no = 'pay:stripe-1'");
        jdbc.execute("ALTER TABLE ledger_entry ENABLE TRIGGER USER");
        jdbc.update("UPDATE pay_transaction SET amount = 1 WHERE order_no = 'adyen-1'");

        List<String> arguments = new ArrayList<>(journals);
        arguments.add("--journal=" + lied);
        arguments.add("--limit=0");
        assertThat(verify(arguments)).isEqualTo(1);
        assertThat(out.toString())
                .containsPattern("BROKEN J1[^\n]*\n[^\n]*forged-success")
                .containsPattern("BROKEN J2[^\n]*\n[^\n]*never-recorded")
                .containsPattern("J2[^J]*stripe-1[^\n]*0 of 1 entries")
                // On record, but at Square.
                .containsPattern("J2[^J]*" + paid("square-2") + "[^\n]*no row")
                .containsPattern("BROKEN J3[^\n]*\n[^\n]*adyen-1")
                .containsPattern("invented[^\n]*never sent")
                .containsPattern("forged-success[^\n]*only forged");
    }

    @Test
    @Order(3)
    void limitBoundsTheRowsAndZeroDoesNot() {
        server.getBean(JdbcTemplate.class)
                .execute("INSERT INTO account_balance (account, asset, balance)"
                        + " SELECT 'user:thief-' || n, 'CNY', 1 FROM generate_series(1, 1200) AS n");
        assertThat(verify(List.of("--limit=0"))).isEqualTo(1);
        assertThat(out.toString().split("user:thief-", -1)).hasSize(1201);
        out.getBuffer().setLength(0);
        assertThat(verify(List.of("--limit=3"))).isEqualTo(1);
        // One account's balance is wrong already, and may or may not be among the three.
        assertThat(out.toString().split("user:thief-", -1)).hasSizeBetween(3, 4);
        assertThat(verify(List.of("--limit=-1"))).isEqualTo(2);
    }

    @Test
    @Order(4)
    void journalWithoutDeliveriesProvesNothing() throws IOException {
        Path empty = Files.createFile(folder.resolve("empty.jsonl"));
        assertThat(verify(List.of("--journal=" + empty))).isEqualTo(3);
        assertThat(out.toString()).contains("empty.jsonl holds no delivery");
    }

    private String paid(String order) {
        return Objects.requireNonNull(server.getBean(JdbcTemplate.class)
                .queryForObject(
                        "SELECT transaction_id FROM pay_transaction WHERE applied_order_no = ?", String.class, order));
    }

    private static String line(String transactionId, String order, String forgeries, boolean acknowledged) {
        return "{\"platform\":\"wechat-v3\",\"transactionId\":\"" + transactionId + "\",\"orderNo\":\"" + order
                + "\",\"amount\":9900,\"currency\":\"CNY\",\"delivery\":\"0.1\",\"forgeries\":[" + forgeries
                + "],\"sentAt\":\"2026-12-01T00:00:00Z\",\"status\":200,\"acknowledged\":" + acknowledged
                + ",\"latencyMicros\":1}\n";
    }

    private int verify(List<String> arguments) {
        List<String> all = new ArrayList<>(List.of("verify", "--data-dir=" + folder.resolve("data")));
        all.addAll(arguments);
        return execute(all.toArray(String[]::new));
    }

    private String property(String name) {
        return String.valueOf(server.getEnvironment().getProperty(name));
    }

    private int execute(String... arguments) {
        return PayOnce.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(out, true))
                .execute(arguments);
    }
}
