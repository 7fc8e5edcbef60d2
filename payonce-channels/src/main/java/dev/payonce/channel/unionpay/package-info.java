/** UnionPay's gateway (acp 5.1.0). Public is only what configuration names: the type. */
@NullMarked
package dev.payonce.channel.unionpay;

import org.jspecify.annotations.NullMarked;
