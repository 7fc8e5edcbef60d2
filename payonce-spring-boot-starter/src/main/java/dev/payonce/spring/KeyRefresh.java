package dev.payonce.spring;

import dev.payonce.Channel;
import dev.payonce.Channels;
import dev.payonce.channel.RefreshingChannel;
import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Comes round to every channel, so that changed key files are noticed and beans that are {@link RefreshingChannel}s can fetch
 * what they need. One channel's fault is no other's.
 */
final class KeyRefresh implements Runnable {
    /** A change is in use after two rounds: {@link ConfiguredChannel}. */
    static final Duration EVERY = Duration.ofSeconds(2);

    private static final Logger log = LoggerFactory.getLogger(KeyRefresh.class);

    private final Channels channels;
    private final Clock clock;

    KeyRefresh(Channels channels, Clock clock) {
        this.channels = channels;
        this.clock = clock;
    }

    @Override
    public void run() {
        channels.all().forEach(this::refresh);
    }

    private void refresh(Channel channel) {
        try {
            if (channel instanceof ConfiguredChannel configured) {
                configured.refresh(clock.instant());
            } else if (channel instanceof RefreshingChannel refreshing) {
                refreshing.refresh(clock.instant());
            }
        } catch (RuntimeException e) {
            log.warn(
                    "keys could not be refreshed, tried again soon channel={} fault={}",
                    channel.name(),
                    e.getClass().getName());
        }
    }
}
