/** Alipay's open platform. Public is only what configuration names: the type. */
@NullMarked
package dev.payonce.channel.alipay;

import org.jspecify.annotations.NullMarked;
