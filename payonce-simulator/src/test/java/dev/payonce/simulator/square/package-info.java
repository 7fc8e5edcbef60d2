@NullMarked
package dev.payonce.simulator.square;

import org.jspecify.annotations.NullMarked;
