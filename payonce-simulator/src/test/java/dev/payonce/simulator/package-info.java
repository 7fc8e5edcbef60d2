@NullMarked
package dev.payonce.simulator;

import org.jspecify.annotations.NullMarked;
