/** Planted: see {@link dev.payonce.lab.ArchitectureTest}. */
@NullMarked
package dev.payonce.lab.planted.lab;

import org.jspecify.annotations.NullMarked;
