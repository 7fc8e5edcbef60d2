/** Several server processes over one Redis with Sentinel and one PostgreSQL with a synchronous standby, in faults. */
@NullMarked
package dev.payonce.lab.nodes;

import org.jspecify.annotations.NullMarked;
