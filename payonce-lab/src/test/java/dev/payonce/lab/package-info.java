/** Tests over all modules: architecture, faults of real processes. */
@NullMarked
package dev.payonce.lab;

import org.jspecify.annotations.NullMarked;
