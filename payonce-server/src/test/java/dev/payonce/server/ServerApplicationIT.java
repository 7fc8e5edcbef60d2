package dev.payonce.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.server.embedded.EmbeddedServer;
import dev.payonce.server.embedded.EmbeddedServers;
import dev.payonce.server.embedded.EmbeddedServersException;
import dev.payonce.server.embedded.PostgresConnection;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.Environment;

/** The application with and without servers of its own. */
class ServerApplicationIT {
    private static final AtomicInteger ANSWERED_AT_THE_END = new AtomicInteger();

    /** One for the class: making a database takes long. */
    @TempDir
    @SuppressWarnings("NullAway.Init")
    private static Path temporary;

    private final Path data = temporary.resolve("data");

    @Test
    void serverWithoutSettingsBringsItsServersAndStopsThemLast() throws Exception {
        SpringApplication application = ServerApplication.create();
        application.addInitializers((ApplicationContextInitializer<GenericApplicationContext>)
                context -> context.registerBean(LastBean.class));
        try (ConfigurableApplicationContext context =
                application.run("--server.port=0", "--payonce.data-dir=" + data)) {
            assertThat(health(context)).isEqualTo(200);
            assertThat(context.getEnvironment().getProperty("spring.data.redis.url"))
                    .startsWith("redis://:");
        }
        assertThat(ANSWERED_AT_THE_END).hasValue(1);
        start(data).close();
    }

    @Test
    void serverWithBothUrlsStartsNothingAndMakesNoDirectory() throws Exception {
        Path untouched = temporary.resolve("untouched");
        try (EmbeddedServers elsewhere = start(data)) {
            PostgresConnection postgres = elsewhere.postgres().orElseThrow();
            try (ConfigurableApplicationContext context = ServerApplication.create()
                    .run(
                            "--server.port=0",
                            "--payonce.data-dir=" + untouched,
                            "--spring.datasource.url=" + postgres.jdbcUrl(),
                            "--spring.datasource.username=" + postgres.user(),
                            "--spring.datasource.password=" + postgres.password(),
                            "--spring.data.redis.url="
                                    + elsewhere.redis().orElseThrow().url())) {
                assertThat(health(context)).isEqualTo(200);
            }
            assertThat(untouched).doesNotExist();
        }
    }

    @Test
    void databaseAloneIsEmbeddedWhenTheGateIsNotInRedis() {
        try (ConfigurableApplicationContext context = ServerApplication.create()
                .run("--server.port=0", "--payonce.data-dir=" + data, "--payonce.gate.store=memory")) {
            assertThat(context.getEnvironment().getProperty("spring.datasource.url"))
                    .startsWith("jdbc:postgresql://127.0.0.1:");
            assertThat(context.getEnvironment().getProperty("spring.data.redis.url"))
                    .isNull();
        }
    }

    @Test
    void failedStartStopsTheServers() {
        assertThatThrownBy(() -> ServerApplication.create()
                        .run("--server.port=0", "--payonce.data-dir=" + data, "--payonce.deadline=0s"))
                .isNotInstanceOf(EmbeddedServersException.class);
        start(data).close();
    }

    private static EmbeddedServers start(Path directory) {
        EmbeddedServers servers = new EmbeddedServers(directory, EnumSet.allOf(EmbeddedServer.class));
        servers.start();
        return servers;
    }

    private static int health(ConfigurableApplicationContext context) throws IOException, InterruptedException {
        String port = context.getEnvironment().getProperty("local.server.port");
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/actuator/health"))
                .build();
        return HttpClient.newHttpClient()
                .send(request, HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    /** Registered before every other bean, so that it is destroyed after them; asks the database then. */
    record LastBean(Environment environment) implements DisposableBean {
        @Override
        public void destroy() throws SQLException {
            try (Connection connection = DriverManager.getConnection(
                    property("spring.datasource.url"),
                    property("spring.datasource.username"),
                    property("spring.datasource.password"))) {
                if (connection.isValid(1)) {
                    ANSWERED_AT_THE_END.incrementAndGet();
                }
            }
        }

        private String property(String name) {
            return environment.getRequiredProperty(name);
        }
    }
}
