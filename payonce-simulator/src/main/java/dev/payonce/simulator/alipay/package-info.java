/** Alipay's domestic open platform. Users need {@link dev.payonce.simulator.alipay.Alipay} and its events. */
@NullMarked
package dev.payonce.simulator.alipay;

import org.jspecify.annotations.NullMarked;
