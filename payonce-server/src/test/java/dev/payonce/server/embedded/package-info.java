/** The embedded servers' tests. */
@NullMarked
package dev.payonce.server.embedded;

import org.jspecify.annotations.NullMarked;
