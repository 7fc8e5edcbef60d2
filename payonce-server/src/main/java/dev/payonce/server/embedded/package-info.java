/**
 * Real PostgreSQL and real Redis under a data directory, for a server that was given neither.
 * {@link dev.payonce.server.embedded.EmbeddedServers} is the way in. Drives the servers' own programs; knows no framework.
 */
@NullMarked
package dev.payonce.server.embedded;

import org.jspecify.annotations.NullMarked;
