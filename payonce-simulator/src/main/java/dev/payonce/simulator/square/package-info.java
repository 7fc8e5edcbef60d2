/** Square's payment webhooks. Users need {@link dev.payonce.simulator.square.Square} and its events. */
@NullMarked
package dev.payonce.simulator.square;

import org.jspecify.annotations.NullMarked;
