package dev.payonce;

/**
 * Where alerts go. Called after the transaction that recorded the alert has committed, at least once for each
 * {@link Alert#id()}: a process that dies between the call and its note of it repeats the call. May be called by several
 * threads. An exception means "not delivered": the alert is tried again later.
 */
@FunctionalInterface
public interface AlertSink {
    void raise(Alert alert);
}
