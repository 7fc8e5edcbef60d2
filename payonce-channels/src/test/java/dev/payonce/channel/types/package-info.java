/** Tests and their fixtures. */
@NullMarked
package dev.payonce.channel.types;

import org.jspecify.annotations.NullMarked;
