@NullMarked
package dev.payonce.simulator.adyen;

import org.jspecify.annotations.NullMarked;
