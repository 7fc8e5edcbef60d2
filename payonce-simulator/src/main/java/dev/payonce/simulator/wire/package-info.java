/** Small writers of wire formats, for the authors of platforms; users of the simulator need nothing from here. */
@NullMarked
package dev.payonce.simulator.wire;

import org.jspecify.annotations.NullMarked;
