/** Adyen's standard webhooks. Public is only what configuration names: the type. */
@NullMarked
package dev.payonce.channel.adyen;

import org.jspecify.annotations.NullMarked;
