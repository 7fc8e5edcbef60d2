/** The API over real HTTP and a real PostgreSQL. */
@NullMarked
package dev.payonce.server.api;

import org.jspecify.annotations.NullMarked;
