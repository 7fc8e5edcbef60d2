package dev.payonce.redis;

import dev.payonce.GateSettings;
import io.lettuce.core.SslOptions;

/**
 * What a {@link RedisGate} does with Redis.
 *
 * @param times how long its keys live
 * @param keyPrefix in front of {@code {channel}:{transactionId}}; all receivers of one database share one prefix
 * @param ssl trust and key material for the addresses that ask for TLS
 */
public record RedisGateSettings(GateSettings times, String keyPrefix, SslOptions ssl) {
    public static final String DEFAULT_KEY_PREFIX = "pay:idem:";

    private static final int MAX_PREFIX_LENGTH = 64;

    public RedisGateSettings {
        if (keyPrefix.isBlank() || keyPrefix.length() > MAX_PREFIX_LENGTH) {
            throw new IllegalArgumentException(
                    "payonce.gate.key-prefix must be 1 to " + MAX_PREFIX_LENGTH + " characters and not blank");
        }
    }

    /** These times, the default prefix, and the JVM's own trust store. */
    public static RedisGateSettings of(GateSettings times) {
        return new RedisGateSettings(times, DEFAULT_KEY_PREFIX, SslOptions.create());
    }
}
