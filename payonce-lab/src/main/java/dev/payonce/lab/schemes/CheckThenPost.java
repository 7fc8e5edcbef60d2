package dev.payonce.lab.schemes;

import dev.payonce.PaymentNotification;

/**
 * Looks whether the order is paid; if not, posts, in one transaction. Under READ COMMITTED two transactions see the same
 * unpaid order, and both post.
 */
final class CheckThenPost implements Scheme {
    private final Shop shop;

    CheckThenPost(Means means) {
        this.shop = means.shop();
    }

    @Override
    public boolean post(PaymentNotification payment) {
        return shop.inTransaction(() -> {
            if (!shop.isPaid(payment)) {
                shop.pay(payment);
                shop.credit(payment);
            }
            return true;
        });
    }
}
