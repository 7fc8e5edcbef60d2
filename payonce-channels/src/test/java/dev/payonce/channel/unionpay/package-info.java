/** Tests and their fixtures. */
@NullMarked
package dev.payonce.channel.unionpay;

import org.jspecify.annotations.NullMarked;
