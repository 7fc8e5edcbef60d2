/** Planted: see {@link dev.payonce.lab.architecture.ArchitectureTest}. */
@NullMarked
package dev.payonce.lab.planted.channel.second;

import org.jspecify.annotations.NullMarked;
