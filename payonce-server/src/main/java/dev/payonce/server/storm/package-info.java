/**
 * The {@code storm} command: plays a platform against any HTTP endpoint and says whether the endpoint told the truth.
 *
 * <p>{@link dev.payonce.server.storm.StormCommand} is the command line, {@code KeyFolder} the merchant account with its keys,
 * {@code OrderSource} the orders, {@code PostingCount} what the receiver's own books say, {@code Findings} the judgement,
 * {@code Journal} what {@code verify} later holds the books against.
 */
@NullMarked
package dev.payonce.server.storm;

import org.jspecify.annotations.NullMarked;
