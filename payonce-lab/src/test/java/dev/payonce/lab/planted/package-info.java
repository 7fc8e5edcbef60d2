/** Planted: see {@link dev.payonce.lab.architecture.ArchitectureTest}. */
@NullMarked
package dev.payonce.lab.planted;

import org.jspecify.annotations.NullMarked;
