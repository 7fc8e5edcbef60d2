/** The trial of the schemes beside PayOnce: {@code ./payonce lab}. Start reading at {@code Trial}. */
@NullMarked
package dev.payonce.lab.schemes.trial;

import org.jspecify.annotations.NullMarked;
