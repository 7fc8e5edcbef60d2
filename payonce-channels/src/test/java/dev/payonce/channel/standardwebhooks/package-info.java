/** Tests and their fixtures. */
@NullMarked
package dev.payonce.channel.standardwebhooks;

import org.jspecify.annotations.NullMarked;
