/**
 * The benchmark of the main job: {@link dev.payonce.lab.bench.Throughput} measures, in one run on one machine, how near the
 * receiver comes to its HTTP server and to its database (docs/performance.md).
 */
@NullMarked
package dev.payonce.lab.bench;

import org.jspecify.annotations.NullMarked;
