/** The example of docs/storm.md, as a user of the library writes it. */
@NullMarked
package dev.payonce.simulator.example;

import org.jspecify.annotations.NullMarked;
