@NullMarked
package dev.payonce.simulator.wechat;

import org.jspecify.annotations.NullMarked;
