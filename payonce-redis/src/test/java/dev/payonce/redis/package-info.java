/** Tests of the gate on real Redis servers. */
@NullMarked
package dev.payonce.redis;

import org.jspecify.annotations.NullMarked;
