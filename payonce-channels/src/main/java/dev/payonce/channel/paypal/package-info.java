/** PayPal. Public is only what configuration names: the type. */
@NullMarked
package dev.payonce.channel.paypal;

import org.jspecify.annotations.NullMarked;
