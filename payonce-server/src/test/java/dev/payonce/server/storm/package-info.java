/** Tests of the {@code storm} command. */
@NullMarked
package dev.payonce.server.storm;

import org.jspecify.annotations.NullMarked;
