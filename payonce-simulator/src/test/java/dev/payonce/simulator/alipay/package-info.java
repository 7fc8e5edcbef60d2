@NullMarked
package dev.payonce.simulator.alipay;

import org.jspecify.annotations.NullMarked;
