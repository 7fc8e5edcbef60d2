/** What the experiments over the finished product share. Not published. */
@NullMarked
package dev.payonce.lab;

import org.jspecify.annotations.NullMarked;
