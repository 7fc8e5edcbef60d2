package dev.payonce.lab.schemes;

import dev.payonce.PaymentNotification;

/** One way of posting a payment once. Called by many threads at once, also for the same payment. */
interface Scheme {

    /**
     * Posts the payment, or finds that it was posted.
     *
     * @return whether the platform is told success; false, like any exception: it is told to send again
     */
    boolean post(PaymentNotification payment) throws Exception;
}
