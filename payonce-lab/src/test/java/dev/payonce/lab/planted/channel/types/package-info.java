/** Planted: see {@link dev.payonce.lab.ArchitectureTest}. */
@NullMarked
package dev.payonce.lab.planted.channel.types;

import org.jspecify.annotations.NullMarked;
