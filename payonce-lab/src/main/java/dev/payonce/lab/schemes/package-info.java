/**
 * Five usual ways of posting a payment once, each in a receiver of its own, to be held beside PayOnce. For the experiments of
 * this repository only: nothing here is meant to be used.
 */
@NullMarked
package dev.payonce.lab.schemes;

import org.jspecify.annotations.NullMarked;
