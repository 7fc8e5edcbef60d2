/** Square's webhooks. Public is only what configuration names: the type. */
@NullMarked
package dev.payonce.channel.square;

import org.jspecify.annotations.NullMarked;
