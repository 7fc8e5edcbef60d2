@NullMarked
package dev.payonce.simulator.unionpay;

import org.jspecify.annotations.NullMarked;
