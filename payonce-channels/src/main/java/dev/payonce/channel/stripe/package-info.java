/** Stripe. Public is only what configuration names: the type. */
@NullMarked
package dev.payonce.channel.stripe;

import org.jspecify.annotations.NullMarked;
