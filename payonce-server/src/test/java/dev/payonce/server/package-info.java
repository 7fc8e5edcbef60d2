/** The server's tests: against real servers, in processes of their own where processes are killed. */
@NullMarked
package dev.payonce.server;

import org.jspecify.annotations.NullMarked;
