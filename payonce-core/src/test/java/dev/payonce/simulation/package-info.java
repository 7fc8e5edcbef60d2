/**
 * Runs the production pipeline on a virtual clock and one thread: one seed is one run, which can be repeated exactly. Start
 * with {@code Simulation}; docs/proof.md says what is modelled.
 */
@NullMarked
package dev.payonce.simulation;

import org.jspecify.annotations.NullMarked;
