/** Tests of the demo and of its judgement. */
@NullMarked
package dev.payonce.server.demo;

import org.jspecify.annotations.NullMarked;
