package dev.payonce.server;

import java.util.List;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.Environment;

/**
 * Which servers the configuration names, by whatever spelling Spring Boot accepts. A name that is there but empty, as from
 * an environment variable that was not filled, is refused: it must not turn a production server to an empty database.
 */
record ConfiguredServers(Environment environment) {
    private static final String DATABASE = "spring.datasource.url";
    private static final List<String> REDIS = List.of(
            "spring.data.redis.url",
            "spring.data.redis.host",
            "spring.data.redis.sentinel.master",
            "spring.data.redis.cluster.nodes",
            "spring.data.redis.cluster.nodes[0]");

    boolean database() {
        return names(DATABASE);
    }

    /** Every name is looked at, so that an empty one is refused beside a filled one too. */
    boolean redis() {
        return REDIS.stream().filter(this::names).count() > 0;
    }

    /** Whether the gate is in Redis at all. */
    boolean needsRedis() {
        return environment.getProperty("payonce.gate.store", "redis").equalsIgnoreCase("redis");
    }

    private boolean names(String property) {
        String value = environment.getProperty(property);
        if (value == null) {
            return false;
        }
        if (value.isBlank()) {
            throw new InvalidConfigurationPropertyValueException(
                    property, value, "It is set but empty. Name a server, or leave it out for an embedded one");
        }
        return true;
    }
}
