package dev.payonce.spring;

import dev.payonce.Channel;
import dev.payonce.Channels;
import dev.payonce.Gate;
import java.time.Clock;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.CompositeHealthContributor;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;

/** The gate's and the channels' components of the health, where Actuator is there. The database has Spring Boot's own. */
@AutoConfiguration(after = {PayOnceGateAutoConfiguration.class, PayOnceAutoConfiguration.class})
@ConditionalOnClass(HealthIndicator.class)
public final class PayOnceHealthAutoConfiguration {

    @Bean
    @ConditionalOnBean(Gate.class)
    @ConditionalOnEnabledHealthIndicator("payonce-gate")
    HealthIndicator payonceGateHealthIndicator(Gate gate) {
        return new GateHealthIndicator(gate);
    }

    @Bean
    @ConditionalOnBean(Channels.class)
    @ConditionalOnEnabledHealthIndicator("payonce-channels")
    CompositeHealthContributor payonceChannelsHealthContributor(Channels channels, Clock clock) {
        Map<String, HealthIndicator> each = new LinkedHashMap<>();
        for (Channel channel : channels.all()) {
            each.put(channel.name(), new ChannelHealthIndicator(channel, clock));
        }
        return CompositeHealthContributor.fromMap(each);
    }
}
