package dev.payonce;

/**
 * The states of an order, forward only: {@code WAIT_PAY → PAID → REFUNDING → REFUNDED | PARTLY_REFUNDED},
 * {@code PARTLY_REFUNDED → REFUNDING}, {@code WAIT_PAY → CLOSED}. Every move is a conditional update.
 */
public enum OrderStatus {
    WAIT_PAY,
    PAID,
    REFUNDING,
    REFUNDED,
    PARTLY_REFUNDED,
    CLOSED
}
