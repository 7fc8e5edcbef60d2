package dev.payonce.jdbc;

import dev.payonce.PaymentOrder;
import java.util.List;

/**
 * An order and what happened to it, all of one moment.
 *
 * @param transactions the payments that name it or were applied to it, oldest first, at most {@value #MAX_ROWS}
 * @param entries what was posted for it, oldest first, at most {@value #MAX_ROWS}
 */
public record OrderRecord(PaymentOrder order, List<PayTransaction> transactions, List<LedgerEntry> entries) {
    /** The rest is found page by page. */
    public static final int MAX_ROWS = 1000;

    public OrderRecord {
        transactions = List.copyOf(transactions);
        entries = List.copyOf(entries);
    }
}
