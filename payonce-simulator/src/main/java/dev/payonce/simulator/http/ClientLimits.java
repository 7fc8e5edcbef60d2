package dev.payonce.simulator.http;

import java.time.Duration;

/**
 * What a client puts up with.
 *
 * @param timeout from the call to the end of the answer, connecting included
 * @param maxBody bytes of an answer's body that are read
 * @param slowness how long {@link Manner#SLOW} reads nothing
 */
public record ClientLimits(Duration timeout, int maxBody, Duration slowness) {}
