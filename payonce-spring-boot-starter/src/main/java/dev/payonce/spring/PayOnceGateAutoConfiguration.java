package dev.payonce.spring;

import dev.payonce.CircuitBreakingGate;
import dev.payonce.ClaimContext;
import dev.payonce.Gate;
import dev.payonce.InMemoryGate;
import dev.payonce.NoGate;
import dev.payonce.redis.RedisGate;
import dev.payonce.redis.RedisGateSettings;
import java.time.Clock;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/** The gate that {@code payonce.gate.store} names, unless the application has its own. */
@AutoConfiguration(after = {DataRedisAutoConfiguration.class, PayOnceSupportAutoConfiguration.class})
@ConditionalOnMissingBean(Gate.class)
@EnableConfigurationProperties(PayOnceProperties.class)
public final class PayOnceGateAutoConfiguration {

    /** {@code store: redis}. */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "payonce.gate.store", havingValue = "redis", matchIfMissing = true)
    static class OnRedis {
        private static final String STORE = "payOnceRedisGate";

        @Bean
        static RedisUrlCheck payOnceRedisUrlCheck(Environment environment) {
            return new RedisUrlCheck(environment);
        }

        /** Not for injection by type: the gate is what is around it. */
        @Bean(name = STORE, defaultCandidate = false)
        RedisGate payOnceRedisGate(DataRedisConnectionDetails details, PayOnceProperties properties, Clock clock) {
            RedisAddresses addresses = new RedisAddresses(details);
            RedisGateSettings settings = InvalidSettingException.naming(
                    "payonce.gate",
                    () -> new RedisGateSettings(
                            properties.gateSettings(), properties.gate().keyPrefix(), addresses.ssl()));
            return addresses.gate(settings, clock);
        }

        @Bean
        CircuitBreakingGate payOnceGate(@Qualifier(STORE) RedisGate store, Clock clock) {
            return new CircuitBreakingGate(store, clock);
        }

        @Bean
        @ConditionalOnProperty(name = "payonce.gate.context", havingValue = "true")
        ClaimContext payOnceClaimContext(@Qualifier(STORE) RedisGate store) {
            return (notification, status) -> store.note(notification, status);
        }
    }

    @Bean
    @ConditionalOnProperty(name = "payonce.gate.store", havingValue = "memory")
    Gate payOnceInMemoryGate(PayOnceProperties properties, Clock clock) {
        return new InMemoryGate(properties.gateSettings(), clock);
    }

    @Bean
    @ConditionalOnProperty(name = "payonce.gate.store", havingValue = "none")
    Gate payOnceNoGate() {
        return new NoGate();
    }
}
