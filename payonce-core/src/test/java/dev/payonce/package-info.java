/** Tests and contract suites. */
@NullMarked
package dev.payonce;

import org.jspecify.annotations.NullMarked;
