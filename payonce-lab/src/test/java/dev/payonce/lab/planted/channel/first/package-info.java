/** Planted: see {@link dev.payonce.lab.ArchitectureTest}. */
@NullMarked
package dev.payonce.lab.planted.channel.first;

import org.jspecify.annotations.NullMarked;
