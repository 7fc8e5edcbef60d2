package dev.payonce.spring;

import dev.payonce.Gate;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** The gate's component of the health, where Actuator is there. The database has Spring Boot's own. */
@AutoConfiguration(after = PayOnceGateAutoConfiguration.class)
@ConditionalOnClass(HealthIndicator.class)
@ConditionalOnBean(Gate.class)
@ConditionalOnEnabledHealthIndicator("payonce-gate")
public final class PayOnceHealthAutoConfiguration {

    @Bean
    HealthIndicator payonceGateHealthIndicator(Gate gate) {
        return new GateHealthIndicator(gate);
    }
}
