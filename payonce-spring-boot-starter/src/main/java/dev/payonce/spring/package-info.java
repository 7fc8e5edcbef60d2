/**
 * PayOnce in a Spring Boot application: auto-configuration, the {@code payonce.*} properties and the callback endpoint. An
 * application puts the starter on its class path, sets properties, and replaces any bean by one of its own of the same type.
 */
@NullMarked
package dev.payonce.spring;

import org.jspecify.annotations.NullMarked;
