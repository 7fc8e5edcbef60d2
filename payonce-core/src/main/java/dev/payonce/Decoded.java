package dev.payonce;

import java.util.function.Function;

/** What a {@link Channel} made of one item of a delivery. */
public sealed interface Decoded {

    /** Applies the one function that fits. */
    <R> R fold(
            Function<? super PaymentNotification, ? extends R> payment,
            Function<? super String, ? extends R> ignored,
            Function<? super Refused, ? extends R> refused);

    static Decoded payment(PaymentNotification notification) {
        return new Payment(notification);
    }

    /** Genuine, but not a successful payment. {@code what} is a constant word for the log, not message content. */
    static Decoded ignored(String what) {
        return new Ignored(what);
    }

    /** Not taken as genuine. {@code detail} is for the log: no keys, signatures or personal data. */
    static Decoded refused(Refusal reason, String detail) {
        return new Refused(reason, detail);
    }

    /** A successful payment. */
    record Payment(PaymentNotification notification) implements Decoded {
        @Override
        public <R> R fold(
                Function<? super PaymentNotification, ? extends R> payment,
                Function<? super String, ? extends R> ignored,
                Function<? super Refused, ? extends R> refused) {
            return payment.apply(notification);
        }
    }

    /** Genuine, and nothing to post. */
    record Ignored(String what) implements Decoded {
        @Override
        public <R> R fold(
                Function<? super PaymentNotification, ? extends R> payment,
                Function<? super String, ? extends R> ignored,
                Function<? super Refused, ? extends R> refused) {
            return ignored.apply(what);
        }
    }

    /**
     * Not genuine, or not ours.
     *
     * @param detail for {@link Refusal#WRONG_RECEIVER} the foreign id, by which its alert is raised once an hour
     */
    record Refused(Refusal reason, String detail) implements Decoded {
        private static final int MAX_DETAIL = 200;

        public Refused {
            // It may quote the sender, and goes into a log line.
            String printable = detail.replaceAll("\\p{Cntrl}", " ");
            detail = printable.length() > MAX_DETAIL ? printable.substring(0, MAX_DETAIL) : printable;
        }

        @Override
        public <R> R fold(
                Function<? super PaymentNotification, ? extends R> payment,
                Function<? super String, ? extends R> ignored,
                Function<? super Refused, ? extends R> refused) {
            return refused.apply(this);
        }
    }
}
