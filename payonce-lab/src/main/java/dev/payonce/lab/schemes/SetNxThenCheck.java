package dev.payonce.lab.schemes;

import dev.payonce.PaymentNotification;

/**
 * The pattern that is published most: SET NX, look at the order, conditional update, mark the key SUCCESS, plain DEL in the
 * catch. Published mostly with the mark inside the annotated transaction; here it follows the commit, as the description
 * allows. A duplicate that finds a claim without the mark is told to come again.
 *
 * <p>What keeps it from posting twice is the conditional update, in the database.
 */
final class SetNxThenCheck implements Scheme {
    private final Shop shop;
    private final Claims claims;

    SetNxThenCheck(Means means) {
        this.shop = means.shop();
        this.claims = means.claims();
    }

    @Override
    public boolean post(PaymentNotification payment) {
        if (!claims.claim(payment)) {
            return claims.isDone(payment);
        }
        try {
            boolean paid = shop.inTransaction(() -> checkAndPost(payment));
            if (paid) {
                claims.done(payment);
            } else {
                claims.release(payment);
            }
            return paid;
        } catch (RuntimeException e) {
            claims.release(payment);
            throw e;
        }
    }

    private boolean checkAndPost(PaymentNotification payment) {
        if (shop.isPaid(payment)) {
            return true;
        }
        if (shop.payIfWaiting(payment)) {
            shop.credit(payment);
            return true;
        }
        return shop.isPaid(payment);
    }
}
