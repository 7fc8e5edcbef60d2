/** Tests and their fixtures. */
@NullMarked
package dev.payonce.channel.stripe;

import org.jspecify.annotations.NullMarked;
