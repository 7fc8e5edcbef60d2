package dev.payonce.lab.schemes;

import dev.payonce.PaymentNotification;

/**
 * Redis alone tells a duplicate: whoever sets the key posts, everybody else is a duplicate and is answered with success. The
 * key is deleted when the posting fails, and kept for a day when it is committed.
 *
 * <p>A key that is lost, or that expires before the commit, lets a second posting in. A duplicate is told success for a
 * posting that is not committed, and never will be if the process that holds the key dies.
 */
final class SetNxOnly implements Scheme {
    private final Shop shop;
    private final Claims claims;

    SetNxOnly(Means means) {
        this.shop = means.shop();
        this.claims = means.claims();
    }

    @Override
    public boolean post(PaymentNotification payment) {
        if (!claims.claim(payment)) {
            return true;
        }
        try {
            var unused = shop.inTransaction(() -> {
                shop.pay(payment);
                shop.credit(payment);
                return true;
            });
        } catch (RuntimeException e) {
            claims.release(payment);
            throw e;
        }
        claims.done(payment);
        return true;
    }
}
