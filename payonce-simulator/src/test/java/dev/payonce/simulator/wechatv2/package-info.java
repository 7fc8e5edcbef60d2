@NullMarked
package dev.payonce.simulator.wechatv2;

import org.jspecify.annotations.NullMarked;
