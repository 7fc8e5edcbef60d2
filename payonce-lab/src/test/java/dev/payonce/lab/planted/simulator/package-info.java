/** Planted: see {@link dev.payonce.lab.ArchitectureTest}. */
@NullMarked
package dev.payonce.lab.planted.simulator;

import org.jspecify.annotations.NullMarked;
