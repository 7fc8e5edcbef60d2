/** An application's own channel, as docs/custom-channels.md shows it. */
@NullMarked
package dev.payonce.example;

import org.jspecify.annotations.NullMarked;
