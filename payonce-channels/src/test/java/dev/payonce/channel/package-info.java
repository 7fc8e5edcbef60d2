/** Tests and their fixtures. */
@NullMarked
package dev.payonce.channel;

import org.jspecify.annotations.NullMarked;
