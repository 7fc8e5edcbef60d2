@NullMarked
package dev.payonce.simulator.standardwebhooks;

import org.jspecify.annotations.NullMarked;
