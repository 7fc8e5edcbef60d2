/** Books in memory behind rows that lock, wait and commit as PostgreSQL's do. */
@NullMarked
package dev.payonce.memory;

import org.jspecify.annotations.NullMarked;
