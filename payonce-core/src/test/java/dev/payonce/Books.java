package dev.payonce;

import java.util.List;
import java.util.Map;

/** A set of books under test, and the view of an auditor on it. */
public interface Books extends AutoCloseable {
    PaymentBook payments();

    OrderBook orders();

    /** The balances of an account, by asset; clearing accounts included. */
    Map<String, Long> balances(String account);

    /** The alerts recorded so far, as {@code TYPE transactionId}, in the order recorded. */
    List<String> alerts();

    /** How many {@code payment.applied} events there are for the order. */
    long appliedEvents(String orderNo);

    /** What breaks the invariants of design 12; empty when nothing does. */
    List<String> violations();

    @Override
    void close();
}
