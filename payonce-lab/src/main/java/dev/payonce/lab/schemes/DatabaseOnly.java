package dev.payonce.lab.schemes;

import dev.payonce.PaymentNotification;

/**
 * No Redis: a conditional update and a unique key on the payment's id decide. Duplicates that come while the first is at work
 * wait for it in the database, each with a connection and a thread of its own.
 */
final class DatabaseOnly implements Scheme {
    /** What the tables have more than those of the others. */
    static final String UNIQUE_KEY =
            "ALTER TABLE ledger ADD CONSTRAINT uk_ledger_transaction_id UNIQUE (transaction_id)";

    private final Shop shop;

    DatabaseOnly(Means means) {
        this.shop = means.shop();
    }

    @Override
    public boolean post(PaymentNotification payment) {
        return shop.inTransaction(() -> {
            if (shop.payIfWaiting(payment)) {
                shop.credit(payment);
                return true;
            }
            return shop.isPaid(payment);
        });
    }
}
