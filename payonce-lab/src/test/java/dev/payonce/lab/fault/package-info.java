/** Real processes that are killed, stopped and cut off while platforms deliver to them. */
@NullMarked
package dev.payonce.lab.fault;

import org.jspecify.annotations.NullMarked;
