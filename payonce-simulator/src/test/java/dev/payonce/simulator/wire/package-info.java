@NullMarked
package dev.payonce.simulator.wire;

import org.jspecify.annotations.NullMarked;
