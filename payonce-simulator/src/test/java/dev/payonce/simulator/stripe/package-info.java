@NullMarked
package dev.payonce.simulator.stripe;

import org.jspecify.annotations.NullMarked;
