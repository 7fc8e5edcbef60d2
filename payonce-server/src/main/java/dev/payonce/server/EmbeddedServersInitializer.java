package dev.payonce.server;

import dev.payonce.server.embedded.EmbeddedServer;
import dev.payonce.server.embedded.EmbeddedServers;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.springframework.beans.factory.support.DefaultSingletonBeanRegistry;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;

/**
 * Starts the servers that the configuration does not name, and tells the application where they are. It starts them before
 * the first bean is made, and they stop after the last bean is destroyed: work that is still running at shutdown finds its
 * database. With both servers named, nothing starts and no data directory is made.
 */
final class EmbeddedServersInitializer implements ApplicationContextInitializer<ConfigurableApplicationContext> {
    private static final String BEAN_NAME = "embeddedServers";

    @Override
    public void initialize(ConfigurableApplicationContext context) {
        ConfigurableEnvironment environment = context.getEnvironment();
        Set<EmbeddedServer> wanted = wanted(new ConfiguredServers(environment));
        if (wanted.isEmpty()) {
            return;
        }
        Path dataDirectory = Path.of(environment.getProperty("payonce.data-dir", "data"));
        EmbeddedServers servers = new EmbeddedServers(dataDirectory, wanted);
        closeLast(servers, context);
        servers.start();
        // First, since a user or password left over in the configuration would not fit these servers.
        environment.getPropertySources().addFirst(new MapPropertySource(BEAN_NAME, properties(servers)));
    }

    private static Set<EmbeddedServer> wanted(ConfiguredServers configured) {
        Set<EmbeddedServer> wanted = EnumSet.noneOf(EmbeddedServer.class);
        if (!configured.database()) {
            wanted.add(EmbeddedServer.POSTGRESQL);
        }
        if (configured.needsRedis() && !configured.redis()) {
            wanted.add(EmbeddedServer.REDIS);
        }
        return wanted;
    }

    /**
     * Twice: the bean factory destroys in the reverse order of registration, and nothing is registered before this; the
     * handler is for a process that ends before the context is refreshed, and runs after the contexts have closed.
     */
    private static void closeLast(EmbeddedServers servers, ConfigurableApplicationContext context) {
        SpringApplication.getShutdownHandlers().add(servers::close);
        ((DefaultSingletonBeanRegistry) context.getBeanFactory()).registerDisposableBean(BEAN_NAME, servers::close);
    }

    private static Map<String, Object> properties(EmbeddedServers servers) {
        Map<String, Object> properties = new HashMap<>();
        servers.postgres().ifPresent(postgres -> {
            properties.put("spring.datasource.url", postgres.jdbcUrl());
            properties.put("spring.datasource.username", postgres.user());
            properties.put("spring.datasource.password", postgres.password());
        });
        servers.redis().ifPresent(redis -> properties.put("spring.data.redis.url", redis.url()));
        return properties;
    }
}
