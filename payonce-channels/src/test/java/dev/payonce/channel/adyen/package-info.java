/** Tests and their fixtures. */
@NullMarked
package dev.payonce.channel.adyen;

import org.jspecify.annotations.NullMarked;
