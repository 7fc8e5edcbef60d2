/**
 * A client of HTTP/1.1 that is not to be the limit of a storm: one thread, keep-alive connections, requests that were
 * encoded beforehand. For the storm itself and for benchmarks; knows nothing of payments.
 */
@NullMarked
package dev.payonce.simulator.http;

import org.jspecify.annotations.NullMarked;
