/** Planted: see {@link dev.payonce.lab.architecture.ArchitectureTest}. */
@NullMarked
package dev.payonce.lab.planted.spring;

import org.jspecify.annotations.NullMarked;
