/** Planted: see {@link dev.payonce.lab.architecture.ArchitectureTest}. */
@NullMarked
package dev.payonce.lab.planted.jdbc;

import org.jspecify.annotations.NullMarked;
