package dev.payonce.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

class ConfiguredServersTest {
    @Test
    void withoutSettingsNoServerIsNamed() {
        ConfiguredServers servers = configured(Map.of());
        assertThat(servers.database()).isFalse();
        assertThat(servers.redis()).isFalse();
        assertThat(servers.needsRedis()).isTrue();
    }

    @Test
    void databaseIsNamedByItsUrl() {
        assertThat(configured(Map.of("spring.datasource.url", "jdbc:postgresql://db/payonce"))
                        .database())
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "spring.data.redis.url",
                "spring.data.redis.host",
                "spring.data.redis.sentinel.master",
                "spring.data.redis.cluster.nodes",
                "spring.data.redis.cluster.nodes[0]",
                "spring.data.redis.Cluster.NODES[0]"
            })
    void redisIsNamedInAnyForm(String property) {
        assertThat(configured(Map.of(property, "somewhere")).redis()).isTrue();
    }

    @Test
    void environmentVariablesCount() {
        StandardEnvironment environment = new StandardEnvironment();
        environment
                .getPropertySources()
                .addFirst(new SystemEnvironmentPropertySource(
                        "test-systemEnvironment", Map.of("SPRING_DATASOURCE_URL", "jdbc:postgresql://db/payonce")));
        ConfigurationPropertySources.attach(environment);
        assertThat(new ConfiguredServers(environment).database()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " "})
    void emptyNameIsRefusedRatherThanReplacedByAnEmptyDatabase(String empty) {
        ConfiguredServers servers = configured(Map.of("spring.datasource.url", empty, "spring.data.redis.host", empty));
        assertThatThrownBy(servers::database)
                .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                .hasMessageContaining("spring.datasource.url");
        assertThatThrownBy(servers::redis)
                .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                .hasMessageContaining("spring.data.redis.host");
    }

    @ParameterizedTest
    @ValueSource(strings = {"memory", "none"})
    void gateElsewhereNeedsNoRedis(String store) {
        assertThat(configured(Map.of("payonce.gate.store", store)).needsRedis()).isFalse();
    }

    private static ConfiguredServers configured(Map<String, Object> settings) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("test", settings));
        ConfigurationPropertySources.attach(environment);
        return new ConfiguredServers(environment);
    }
}
