/**
 * The {@link dev.payonce.Gate} on Redis: standalone, Sentinel and Cluster. For whoever wires PayOnce together: build a
 * {@link dev.payonce.redis.RedisGate} and put a {@link dev.payonce.CircuitBreakingGate} around it. Lettuce's types stay
 * inside, but for the addresses that the factories take.
 */
@NullMarked
package dev.payonce.redis;

import org.jspecify.annotations.NullMarked;
