package dev.payonce.server.demo;

import dev.payonce.HeldReason;
import dev.payonce.simulator.Expectation;
import org.jspecify.annotations.Nullable;

/** What is special about a payment, and how it must end. All of them are genuine. */
enum Story {
    /** Pays its order. */
    PAID(null),
    /** Comes before its order is created, and is applied as soon as it is. */
    EARLY(null),
    /** Of another amount than its order. */
    WRONG_AMOUNT(HeldReason.AMOUNT_MISMATCH),
    /** For an order that nobody ever creates. */
    UNKNOWN_ORDER(HeldReason.ORDER_UNKNOWN),
    /** For an order that was closed before. */
    CLOSED_ORDER(HeldReason.ORDER_CLOSED),
    /** A second payment of an order that another one has paid. */
    PAID_TWICE(HeldReason.EXCESS_PAYMENT);

    private final @Nullable HeldReason reason;

    Story(@Nullable HeldReason reason) {
        this.reason = reason;
    }

    /** Why the payment must be HELD in the end; absent: it must be APPLIED. */
    @Nullable
    HeldReason reason() {
        return reason;
    }

    /** What the platform must be told in the end. */
    Expectation expectation() {
        return reason == null || reason.acknowledgedByDefault() ? Expectation.ACKNOWLEDGED : Expectation.REFUSED;
    }
}
