/**
 * PayPal's REST webhooks, and the part of its API that a receiver asks. Users need
 * {@link dev.payonce.simulator.paypal.PayPal}, its events and {@link dev.payonce.simulator.paypal.PayPalApi}.
 */
@NullMarked
package dev.payonce.simulator.paypal;

import org.jspecify.annotations.NullMarked;
