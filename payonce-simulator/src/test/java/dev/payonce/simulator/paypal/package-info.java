/** Tests and their fixtures. */
@NullMarked
package dev.payonce.simulator.paypal;

import org.jspecify.annotations.NullMarked;
