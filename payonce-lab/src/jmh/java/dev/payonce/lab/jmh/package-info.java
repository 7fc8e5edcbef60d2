/** Micro-benchmarks by JMH: docs/performance.md. Compiled in the profile {@code jmh} only, so that neither JMH nor an SDK reaches anything else. */
@NullMarked
package dev.payonce.lab.jmh;

import org.jspecify.annotations.NullMarked;
