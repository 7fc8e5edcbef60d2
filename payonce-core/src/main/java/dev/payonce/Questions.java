package dev.payonce;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decodes deliveries, and asks the platforms of {@linkplain AskingChannel asking channels}, each on a bounded pool of its
 * own, so that one platform that hangs keeps no other payment waiting. Thread-safe.
 */
final class Questions implements AutoCloseable {
    /** A call takes some tenths of a second; enough for tens of payments a second. */
    static final int THREADS = 8;

    static final int QUEUE = 64;

    private static final Logger log = LoggerFactory.getLogger(Questions.class);

    private final Map<String, Workers> pools = new HashMap<>();

    private final Scheduling scheduling;

    Questions(Channels channels, Scheduling scheduling) {
        this.scheduling = scheduling;
        for (Channel channel : channels.all()) {
            if (channel instanceof AskingChannel) {
                pools.put(channel.name(), scheduling.workers(channel.name() + "-question", THREADS, QUEUE));
            }
        }
    }

    /**
     * The items of a delivery, none if it cannot be decoded now. Never completes exceptionally. A plain channel computes
     * only, on the caller's thread.
     */
    CompletableFuture<List<Decoded>> decode(Channel channel, Delivery delivery, Duration patience) {
        Workers pool = pools.get(channel.name());
        if (pool == null) {
            return CompletableFuture.completedFuture(decode(channel, delivery));
        }
        CompletableFuture<List<Decoded>> items = pool.call(() -> decode(channel, delivery))
                .exceptionally(fault -> {
                    log.warn(
                            "delivery could not be decoded now, answering retry channel={} fault={}",
                            channel.name(),
                            Faults.describe(fault));
                    return List.of();
                });
        return scheduling.completeOnTimeout(items, List.of(), patience);
    }

    private static List<Decoded> decode(Channel channel, Delivery delivery) {
        try {
            return channel.decode(delivery);
        } catch (PlatformUnavailableException e) {
            log.warn(
                    "platform cannot be asked, answering retry channel={} fault={}",
                    channel.name(),
                    Faults.describe(e));
            return List.of();
        } catch (RuntimeException e) {
            log.error("channel failed to decode, answering retry channel={}", channel.name(), e);
            return List.of();
        }
    }

    /** What has to be asked before a payment of this delivery is posted. */
    Question about(Channel channel, Delivery delivery) {
        if (!(channel instanceof AskingChannel asking)) {
            return Question.NONE;
        }
        Workers pool = pools.get(channel.name());
        if (pool == null) {
            throw new IllegalArgumentException("not a configured channel: " + channel.name());
        }
        return new Question(pool, payment -> asking.confirms(payment, delivery));
    }

    @Override
    public void close() {
        pools.values().forEach(Workers::close);
    }

    /** One question to a platform, or none. */
    static final class Question {
        private static final Question NONE = new Question(null, payment -> true);

        private final @Nullable Workers pool;
        private final Predicate<PaymentNotification> confirms;

        private Question(@Nullable Workers pool, Predicate<PaymentNotification> confirms) {
            this.pool = pool;
            this.confirms = confirms;
        }

        boolean isNeeded() {
            return pool != null;
        }

        /** Whether the platform confirms the payment; completes exceptionally when it cannot be asked. */
        CompletableFuture<Boolean> ask(PaymentNotification payment) {
            return pool == null ? CompletableFuture.completedFuture(true) : pool.call(() -> confirms.test(payment));
        }
    }
}
