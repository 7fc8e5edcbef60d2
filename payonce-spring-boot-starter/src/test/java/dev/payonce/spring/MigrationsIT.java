package dev.payonce.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.payonce.jdbc.PostgresServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.JdbcTemplate;

/** Several nodes start at once on a database that none has seen. */
class MigrationsIT {
    private static final int NODES = 6;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void nodesThatStartAtOnceMigrateOnce(boolean othersTables) throws Exception {
        String url = PostgresServer.url(PostgresServer.port(), PostgresServer.emptyDatabase());
        try (HikariDataSource pool = PostgresServer.pool(url, 3 * NODES)) {
            JdbcTemplate jdbc = new JdbcTemplate(pool);
            if (othersTables) {
                jdbc.execute("CREATE TABLE theirs (id int)");
            }
            migrateOn(NODES, pool);
            assertThat(jdbc.queryForList(
                            "SELECT script FROM payonce_schema_history WHERE type = 'SQL' ORDER BY 1", String.class))
                    .containsExactly("V1__payonce.sql");
            assertThat(jdbc.queryForObject("SELECT count(*) FROM payonce_database", Integer.class))
                    .isEqualTo(1);
        }
    }

    @Test
    void aDatabaseThatCannotBeUsedIsToldInOneLine() {
        String url = PostgresServer.url(PostgresServer.port(), "payonce_of_nobody");
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        DataSourceAutoConfiguration.class,
                        DataSourceTransactionManagerAutoConfiguration.class,
                        PayOnceSupportAutoConfiguration.class,
                        PayOnceBookAutoConfiguration.class))
                .withPropertyValues(
                        "spring.datasource.url=" + url + "&password=not-to-be-shown",
                        "spring.datasource.hikari.connection-timeout=250",
                        "spring.datasource.hikari.initialization-fail-timeout=-1")
                .run(context -> {
                    Throwable failure = Objects.requireNonNull(context.getStartupFailure());
                    FailureAnalysis analysis =
                            Objects.requireNonNull(new InvalidSettingFailureAnalyzer().analyze(failure));
                    assertThat(analysis.getDescription())
                            .startsWith("PayOnce does not start: spring.datasource.url")
                            .contains("payonce_of_nobody")
                            .doesNotContain("not-to-be-shown")
                            .doesNotContain("\n");
                });
    }

    private static void migrateOn(int nodes, HikariDataSource pool) throws Exception {
        CyclicBarrier together = new CyclicBarrier(nodes);
        ExecutorService threads = Executors.newFixedThreadPool(nodes);
        try {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < nodes; i++) {
                all.add(threads.submit(() -> {
                    together.await();
                    Migrations.run(pool);
                    return null;
                }));
            }
            for (Future<?> one : all) {
                assertThat(one.get()).isNull();
            }
        } finally {
            threads.shutdownNow();
        }
    }
}
