/** Adyen's standard webhooks. Users need {@link dev.payonce.simulator.adyen.Adyen} and its events. */
@NullMarked
package dev.payonce.simulator.adyen;

import org.jspecify.annotations.NullMarked;
