/** Planted: see {@link dev.payonce.lab.architecture.ArchitectureTest}. */
@NullMarked
package dev.payonce.lab.planted.channel.types;

import org.jspecify.annotations.NullMarked;
