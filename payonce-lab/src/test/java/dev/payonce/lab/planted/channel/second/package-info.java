/** Planted: see {@link dev.payonce.lab.ArchitectureTest}. */
@NullMarked
package dev.payonce.lab.planted.channel.second;

import org.jspecify.annotations.NullMarked;
