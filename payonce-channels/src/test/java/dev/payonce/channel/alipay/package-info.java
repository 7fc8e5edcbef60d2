/** Tests and their fixtures. */
@NullMarked
package dev.payonce.channel.alipay;

import org.jspecify.annotations.NullMarked;
