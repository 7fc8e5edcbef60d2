package dev.payonce.simulator;

import dev.payonce.simulator.http.Manner;
import java.time.Instant;

/**
 * How one request was sent.
 *
 * @param at when, by the platform's clock
 * @param delayNanos how long after its intended time, when a {@link Weather#rate} says when that was; else 0
 * @param manner what the sender did with the answer
 */
public record Sending(Instant at, long delayNanos, Manner manner) {}
