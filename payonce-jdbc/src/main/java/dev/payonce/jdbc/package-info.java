/** The books in a relational database: {@link dev.payonce.PaymentBook} and {@link dev.payonce.OrderBook} over JDBC. */
@NullMarked
package dev.payonce.jdbc;

import org.jspecify.annotations.NullMarked;
