/**
 * The standalone receiver. {@link dev.payonce.server.PayOnce} is the command line,
 * {@link dev.payonce.server.ServerApplication} the Spring Boot application behind {@code serve}.
 */
@NullMarked
package dev.payonce.server;

import org.jspecify.annotations.NullMarked;
