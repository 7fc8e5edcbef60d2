package dev.payonce.spring;

import dev.payonce.AlertSink;
import dev.payonce.CallbackReceiver;
import dev.payonce.Channel;
import dev.payonce.Channels;
import dev.payonce.ClaimContext;
import dev.payonce.Gate;
import dev.payonce.LoggingAlertSink;
import dev.payonce.PaymentBook;
import dev.payonce.channel.types.ChannelTypes;
import dev.payonce.jdbc.AlertOutbox;
import dev.payonce.jdbc.BookGauges;
import dev.payonce.spring.Ticks.Tick;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.DependsOn;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;

/** The channels, the receiver and what runs beside it. */
@AutoConfiguration(
        after = {
            PayOnceSupportAutoConfiguration.class,
            PayOnceGateAutoConfiguration.class,
            PayOnceBookAutoConfiguration.class
        })
@EnableConfigurationProperties(PayOnceProperties.class)
public final class PayOnceAutoConfiguration {
    private static final int BATCH = 100;
    private static final Duration REEVALUATION = Duration.ofSeconds(30);
    private static final Duration ALERTS = Duration.ofSeconds(1);
    private static final Duration GAUGES = Duration.ofSeconds(15);

    @Bean
    KnownProperties payOnceKnownProperties() {
        return KnownProperties.ofRecord("payonce", PayOnceProperties.class);
    }

    @Bean
    KnownProperties payOnceKnownChannels() {
        // Names below it are judged by the channels' types.
        return KnownProperties.of("payonce.channels");
    }

    @Bean
    UnknownProperties payOnceUnknownProperties(Environment environment, List<KnownProperties> known) {
        return UnknownProperties.refuse(environment, known);
    }

    @Bean
    @ConditionalOnMissingBean
    AlertSink payOnceAlertSink() {
        return new LoggingAlertSink();
    }

    @Bean
    @ConditionalOnMissingBean
    ChannelTypes payOnceChannelTypes() {
        return ChannelTypes.builtIn();
    }

    /** The configured channels, and every bean of type {@link Channel}. */
    @Bean
    @ConditionalOnMissingBean
    Channels payOnceChannels(
            Environment environment,
            ResourceLoader resources,
            ChannelTypes types,
            ObjectProvider<Channel> beans,
            Clock clock) {
        return ChannelBeans.beside(
                new ConfiguredChannels(environment, new KeyText(resources), types).create(clock.instant()),
                beans.orderedStream());
    }

    @Bean
    @ConditionalOnMissingBean
    @DependsOn("payOnceUnknownProperties")
    CallbackReceiver payOnceCallbackReceiver(
            CallbackReceiver.Ports ports, PayOnceProperties properties, MeterRegistry registry, Clock clock) {
        return new CallbackReceiver(ports, properties.receiverSettings(), registry, clock);
    }

    @Bean
    @ConditionalOnMissingBean
    CallbackReceiver.Ports payOncePorts(
            Channels channels, Gate gate, PaymentBook book, AlertSink alerts, ObjectProvider<ClaimContext> context) {
        ClaimContext notes = context.getIfAvailable();
        return new CallbackReceiver.Ports(
                channels, gate, notes == null ? book : new NotingPaymentBook(book, notes), alerts);
    }

    @Bean
    ReceiverShutdown payOnceReceiverShutdown(CallbackReceiver receiver) {
        return new ReceiverShutdown(receiver);
    }

    /** A thread of its own: a file system that hangs must not keep payments from being evaluated again. */
    @Bean
    Ticks payOnceKeyTicks(Channels channels, Clock clock) {
        return new Ticks(List.of(new Tick("keys", KeyRefresh.EVERY, new KeyRefresh(channels, clock))), clock);
    }

    @Bean
    Ticks payOnceTicks(
            PaymentBook book,
            ObjectProvider<AlertOutbox> outbox,
            AlertSink alerts,
            ObjectProvider<BookGauges> gauges,
            Clock clock) {
        List<Tick> ticks = new ArrayList<>();
        ticks.add(new Tick("reevaluation", REEVALUATION, () -> {
            var unused = book.reevaluateDue(BATCH);
        }));
        outbox.ifAvailable(events -> ticks.add(new Tick("alerts", ALERTS, () -> {
            var unused = events.deliver(alerts, BATCH);
        })));
        gauges.ifAvailable(all -> ticks.add(new Tick("gauges", GAUGES, all::refresh)));
        return new Ticks(ticks, clock);
    }
}
