/** Tests and their fixtures. */
@NullMarked
package dev.payonce.channel.paypal;

import org.jspecify.annotations.NullMarked;
