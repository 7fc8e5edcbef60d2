package dev.payonce.spring;

import dev.payonce.Channel;
import dev.payonce.Channels;
import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Comes round to every configured channel, so that changed key files are noticed. One channel's fault is no other's. */
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
        for (Channel channel : channels.all()) {
            if (channel instanceof ConfiguredChannel configured) {
                refresh(configured);
            }
        }
    }

    private void refresh(ConfiguredChannel channel) {
        try {
            channel.refresh(clock.instant());
        } catch (RuntimeException e) {
            log.warn(
                    "keys could not be refreshed, tried again soon channel={} fault={}",
                    channel.name(),
                    e.getClass().getName());
        }
    }
}
