/** UnionPay's gateway. Users need {@link dev.payonce.simulator.unionpay.UnionPay} and its events. */
@NullMarked
package dev.payonce.simulator.unionpay;

import org.jspecify.annotations.NullMarked;
