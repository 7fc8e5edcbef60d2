package dev.payonce;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes each alert as one WARN line. Thread-safe. */
public final class LoggingAlertSink implements AlertSink {
    private static final Logger log = LoggerFactory.getLogger(LoggingAlertSink.class);

    @Override
    public void raise(Alert alert) {
        Money money = alert.money();
        log.warn(
                "alert type={} channel={} transactionId={} orderNo={} amount={} currency={} detail={} id={}",
                alert.type(),
                alert.channel(),
                alert.transactionId(),
                alert.orderNo(),
                money == null ? null : money.amount(),
                money == null ? null : money.currency(),
                alert.detail(),
                alert.id());
    }
}
