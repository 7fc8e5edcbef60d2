package dev.payonce.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.zaxxer.hikari.HikariDataSource;
import dev.payonce.BookException;
import dev.payonce.Confirmation;
import dev.payonce.Money;
import dev.payonce.NewOrder;
import dev.payonce.Notifications;
import dev.payonce.OrderBook;
import dev.payonce.TestClock;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;

/** A COMMIT whose outcome is unknown is never told as a success; the next delivery finds the truth in the database. */
class LostCommitIT {
    private final TestClock clock = new TestClock();

    @Test
    void lostAnswerToACommitThatHappenedIsUnknownAndTheNextDeliveryIsAlreadyPosted() throws Exception {
        try (PostgresProxy proxy = new PostgresProxy(PostgresServer.port());
                PostgresBooks books = new PostgresBooks(proxy.port(), PostgreSql.DIALECT, clock, List.of())) {
            create(books.orders());
            proxy.nextCommit(PostgresProxy.NextCommit.LOSES_ITS_ANSWER);

            assertThatThrownBy(() -> confirm(books)).isInstanceOf(BookException.class);

            await().atMost(Duration.ofSeconds(10))
                    .untilAsserted(() -> assertThat(confirm(books)).isEqualTo(Confirmation.ALREADY_POSTED));
            assertThat(books.balances("user:7")).containsEntry("CNY", 9900L);
            assertThat(books.violations()).isEmpty();
        }
    }

    @Test
    void lostCommitLeavesNothingAndTheNextDeliveryPosts() throws Exception {
        try (PostgresProxy proxy = new PostgresProxy(PostgresServer.port());
                PostgresBooks books = new PostgresBooks(proxy.port(), PostgreSql.DIALECT, clock, List.of())) {
            create(books.orders());
            proxy.nextCommit(PostgresProxy.NextCommit.IS_LOST);

            assertThatThrownBy(() -> confirm(books)).isInstanceOf(BookException.class);

            assertThat(confirm(books)).isEqualTo(Confirmation.POSTED);
            assertThat(books.balances("user:7")).containsEntry("CNY", 9900L);
            assertThat(books.violations()).isEmpty();
        }
    }

    @Test
    void databaseThatCannotBeReachedIsAFaultAndItsReturnIsNoticed() throws Exception {
        try (PostgresProxy proxy = new PostgresProxy(PostgresServer.port());
                PostgresBooks books = new PostgresBooks(proxy.port(), PostgreSql.DIALECT, clock, List.of())) {
            create(books.orders());
            proxy.refuse(true);
            assertThatThrownBy(() -> confirm(books)).isInstanceOf(BookException.class);
            assertThatThrownBy(() -> books.payments().find(payment())).isInstanceOf(BookException.class);
            proxy.refuse(false);
            await().atMost(Duration.ofSeconds(10))
                    .ignoreExceptions()
                    .untilAsserted(() -> assertThat(confirm(books)).isEqualTo(Confirmation.POSTED));
        }
    }

    /** A synchronous standby that does not confirm: the commit ends with a warning, and may be lost in a failover. */
    @Test
    void commitThatEndsWithAWarningIsUnknown() throws Exception {
        try (EmbeddedPostgres server = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "local")
                .start()) {
            String url = "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/postgres?user=postgres";
            Flyway.configure()
                    .dataSource(url, null, null)
                    .locations("classpath:db/payonce/postgresql")
                    .load()
                    .migrate();
            JdbcTemplate admin = new JdbcTemplate(server.getPostgresDatabase());
            admin.execute("ALTER SYSTEM SET synchronous_standby_names = 'nobody'");
            admin.execute("SELECT pg_reload_conf()");
            try (HikariDataSource waiting = PostgresServer.pool(url + "&options=-c%20synchronous_commit=on", 2);
                    HikariDataSource local = PostgresServer.pool(url, 2)) {
                JdbcPaymentBook strict = book(waiting);
                JdbcPaymentBook lax = book(local);
                create(new JdbcOrderBook(store(local), lax, Runnable::run, clock));

                assertThatThrownBy(() -> withoutStandby(admin, () -> strict.confirm(payment())))
                        .hasCauseInstanceOf(BookException.class)
                        .hasMessageContaining("commit outcome unknown");
                assertThat(lax.confirm(payment())).isEqualTo(Confirmation.ALREADY_POSTED);

                // The row is to be seen now, and no standby has it: who only reads must not vouch for it either.
                assertThatThrownBy(() -> withoutStandby(admin, () -> strict.confirm(payment())))
                        .hasCauseInstanceOf(BookException.class)
                        .hasMessageContaining("commit outcome unknown");
                assertThatThrownBy(() -> withoutStandby(admin, () -> strict.find(payment())))
                        .hasCauseInstanceOf(BookException.class);

                admin.execute("ALTER SYSTEM RESET synchronous_standby_names");
                admin.execute("SELECT pg_reload_conf()");
                await().atMost(Duration.ofSeconds(10))
                        .until(() -> "".equals(admin.queryForObject("SHOW synchronous_standby_names", String.class)));
                assertThat(strict.confirm(payment())).isEqualTo(Confirmation.ALREADY_POSTED);
                assertThat(strict.find(payment())).contains(Confirmation.ALREADY_POSTED);
            }
        }
    }

    /** What comes of a call whose commit waits for the standby, when the wait is cancelled. */
    private static <T> T withoutStandby(JdbcTemplate admin, Supplier<T> call) throws Exception {
        CompletableFuture<T> calling = CompletableFuture.supplyAsync(call);
        await().atMost(Duration.ofSeconds(10)).until(() -> {
            admin.queryForList("SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'");
            return calling.isDone();
        });
        return calling.get(10, TimeUnit.SECONDS);
    }

    private JdbcPaymentBook book(HikariDataSource pool) {
        return new JdbcPaymentBook(store(pool), BookSettings.DEFAULT, List.of(), new SimpleMeterRegistry(), clock);
    }

    private static JdbcPaymentBook.Store store(HikariDataSource pool) {
        return new JdbcPaymentBook.Store(pool, new JdbcTransactionManager(pool));
    }

    private static void create(OrderBook orders) {
        assertThat(orders.create(new NewOrder("ORD1", new Money(9900, "CNY"), "user:7", null, List.of())))
                .isEqualTo(OrderBook.Creation.CREATED);
    }

    private dev.payonce.PaymentNotification payment() {
        return Notifications.payment("42000001", "ORD1").at(clock.instant());
    }

    private Confirmation confirm(PostgresBooks books) {
        return books.payments().confirm(payment());
    }
}
