/** Tests against real databases, and their fixtures. */
@NullMarked
package dev.payonce.jdbc;

import org.jspecify.annotations.NullMarked;
