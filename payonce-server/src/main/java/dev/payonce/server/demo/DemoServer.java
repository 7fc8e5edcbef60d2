package dev.payonce.server.demo;

import dev.payonce.jdbc.InvariantChecker;
import dev.payonce.jdbc.JdbcRecords;
import dev.payonce.simulator.wire.RandomText;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.StandardEnvironment;

/**
 * The whole server in this process, in a folder of its own: loopback only, free ports, its own PostgreSQL and Redis, a
 * random token. It hears nothing of the caller's environment or working directory: a demo must never touch a database that
 * a variable happens to name.
 */
final class DemoServer implements AutoCloseable {
    private static final String LOG = "server.log";
    private static final int TOKEN_LENGTH = 40;

    private final ConfigurableApplicationContext context;
    private final String token;

    private DemoServer(ConfigurableApplicationContext context, String token) {
        this.context = context;
        this.token = token;
    }

    static DemoServer start(SpringApplication application, DemoChannels channels, Path folder) {
        String token = RandomText.alphanumeric(new SecureRandom(), TOKEN_LENGTH);
        List<String> settings = new ArrayList<>(List.of(
                "--spring.config.location=classpath:/",
                "--spring.main.log-startup-info=false",
                "--server.address=127.0.0.1",
                "--server.port=0",
                "--server.tomcat.basedir=" + folder.resolve("tomcat"),
                "--payonce.data-dir=" + folder.resolve("data"),
                "--payonce.api.token=" + token,
                "--logging.console.enabled=false",
                "--logging.file.name=" + folder.resolve(LOG),
                "--logging.level.root=WARN"));
        settings.addAll(channels.settings());
        application.setEnvironment(new ClosedEnvironment());
        AtomicReference<GenericApplicationContext> prepared = new AtomicReference<>();
        application.addInitializers((ApplicationContextInitializer<GenericApplicationContext>) context -> {
            context.registerBean(InvariantChecker.class);
            prepared.set(context);
        });
        boolean started = false;
        try {
            DemoServer server = new DemoServer(application.run(settings.toArray(String[]::new)), token);
            started = true;
            return server;
        } finally {
            if (!started && prepared.get() != null) {
                // Closing a context that was never refreshed ends nothing, and these servers must not outlive their
                // folder.
                prepared.get().getBeanFactory().destroySingletons();
            }
        }
    }

    /** Neither system properties nor environment variables. */
    private static final class ClosedEnvironment extends StandardEnvironment {
        @Override
        protected void customizePropertySources(MutablePropertySources propertySources) {
            // Only what the command line adds.
        }
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + context.getEnvironment().getRequiredProperty("local.server.port"));
    }

    OrderClient orders() {
        return new OrderClient(uri(), token);
    }

    MeterReading meters() {
        return MeterReading.of(context.getBean(MeterRegistry.class));
    }

    JdbcRecords records() {
        return context.getBean(JdbcRecords.class);
    }

    List<InvariantChecker.Violation> violations() {
        return context.getBean(InvariantChecker.class).check();
    }

    /** Makes Redis forget everything, as a restart or an eviction does. */
    void emptyRedis() throws IOException {
        RedisMemory.empty(URI.create(context.getEnvironment().getRequiredProperty("spring.data.redis.url")));
    }

    /** The last lines of the server's log, without stack traces; empty when it wrote none. */
    static List<String> logTail(Path folder, int lines) throws IOException {
        Path log = folder.resolve(LOG);
        if (!Files.exists(log)) {
            return List.of();
        }
        List<String> all = Files.readAllLines(log).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("\t"))
                .toList();
        return all.subList(Math.max(0, all.size() - lines), all.size());
    }

    @Override
    public void close() {
        context.close();
    }
}
