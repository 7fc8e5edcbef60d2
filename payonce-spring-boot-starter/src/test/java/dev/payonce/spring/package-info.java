/** Tests of the starter in real Spring Boot applications. */
@NullMarked
package dev.payonce.spring;

import org.jspecify.annotations.NullMarked;
