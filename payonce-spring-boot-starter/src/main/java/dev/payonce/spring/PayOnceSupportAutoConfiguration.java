package dev.payonce.spring;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** What everything else stands on, unless the application has its own. */
@AutoConfiguration(
        afterName = {
            "org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration",
            "org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration"
        })
public final class PayOnceSupportAutoConfiguration {

    @Bean
    @ConditionalOnMissingBean
    Clock payOnceClock() {
        return Clock.systemUTC();
    }

    /** Without Actuator nobody looks at the meters, but they count. */
    @Bean
    @ConditionalOnMissingBean
    MeterRegistry payOnceMeterRegistry() {
        return new SimpleMeterRegistry();
    }
}
