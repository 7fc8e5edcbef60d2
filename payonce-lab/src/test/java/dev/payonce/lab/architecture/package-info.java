/** The architecture, as rules that the build enforces. */
@NullMarked
package dev.payonce.lab.architecture;

import org.jspecify.annotations.NullMarked;
