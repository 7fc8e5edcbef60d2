package dev.payonce.server.demo;

import dev.payonce.NewOrder;
import dev.payonce.simulator.Notification;

/**
 * One genuine payment that a platform tells the server about.
 *
 * @param story what is special about it
 * @param channel the channel through which it comes
 * @param notification what is delivered
 * @param order the order that it names; whether it is ever created depends on the story
 */
record PlannedPayment(Story story, String channel, Notification notification, NewOrder order) {
    String transactionId() {
        return notification.payment().transactionId();
    }

    /** What the payer paid, which is not always what the order asks for. */
    long amount() {
        return notification.payment().amount();
    }

    @Override
    public String toString() {
        return channel + " " + transactionId() + " (" + story + ")";
    }
}
