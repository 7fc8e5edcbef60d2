/** Tests and their fixtures. */
@NullMarked
package dev.payonce.channel.square;

import org.jspecify.annotations.NullMarked;
