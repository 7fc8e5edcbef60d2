@NullMarked
package dev.payonce.lab.schemes.trial;

import org.jspecify.annotations.NullMarked;
