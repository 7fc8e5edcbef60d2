package dev.payonce.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;
import org.springframework.jdbc.core.JdbcTemplate;

/** The books of a real server, right and tampered with. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VerifyCommandIT {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path temporary;

    private final StringWriter out = new StringWriter();
    private final StringWriter err = new StringWriter();
    private ConfigurableApplicationContext server;

    @BeforeAll
    void start() {
        server = ServerApplication.create()
                .run(
                        "--server.port=0",
                        "--payonce.gate.store=memory",
                        "--payonce.data-dir=" + temporary.resolve("data"));
    }

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void rightBooksAreRightAndTamperedOnesAreNamedWithTheirRows() {
        assertThat(execute("--data-dir=" + temporary.resolve("data"))).isZero();
        assertThat(out.toString()).contains(" invariants checked, 0 broken");

        JdbcTemplate jdbc = server.getBean(JdbcTemplate.class);
        jdbc.execute("INSERT INTO account_balance (account, asset, balance) VALUES ('user:thief', 'CNY', 100)");
        Environment environment = server.getEnvironment();
        assertThat(execute(
                        "--url=" + environment.getProperty("spring.datasource.url"),
                        "--username=" + environment.getProperty("spring.datasource.username"),
                        "--password=" + environment.getProperty("spring.datasource.password")))
                .isEqualTo(1);
        assertThat(out.toString())
                .contains("BROKEN 3: a balance equals the sum of its entries", "account=user:thief")
                .contains(" invariants checked, 1 broken");
    }

    @Test
    void whatCannotBeReadIsToldWithoutAPassword() {
        assertThat(execute("--data-dir=" + temporary.resolve("nothing"))).isEqualTo(3);
        assertThat(err.toString()).contains("no server runs in");
        String url = String.valueOf(server.getEnvironment().getProperty("spring.datasource.url"));
        assertThat(execute("--url=" + url, "--password=wr0ng")).isEqualTo(3);
        assertThat(execute("--url=jdbc:postgresql://127.0.0.1:1/payonce", "--password=wr0ng"))
                .isEqualTo(3);
        assertThat(execute("--url=mysql", "--password=wr0ng")).isEqualTo(3);
        assertThat(err.toString()).contains("the books cannot be read").doesNotContain("wr0ng", "\tat ");
    }

    private int execute(String... arguments) {
        String[] all = new String[arguments.length + 1];
        all[0] = "verify";
        System.arraycopy(arguments, 0, all, 1, arguments.length);
        return PayOnce.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(all);
    }
}
