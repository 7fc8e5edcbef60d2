/** Stripe. Users need {@link dev.payonce.simulator.stripe.Stripe} and its events. */
@NullMarked
package dev.payonce.simulator.stripe;

import org.jspecify.annotations.NullMarked;
