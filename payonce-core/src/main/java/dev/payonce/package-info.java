/**
 * PayOnce's vocabulary, pipeline and ports. {@link dev.payonce.CallbackReceiver} is the path of one notification; the ports
 * are {@link dev.payonce.Channel}, {@link dev.payonce.Gate}, {@link dev.payonce.PaymentBook}, {@link dev.payonce.OrderBook}
 * and {@link dev.payonce.AlertSink}. Knows no framework, no database, no Redis and no platform.
 */
@NullMarked
package dev.payonce;

import org.jspecify.annotations.NullMarked;
