package dev.payonce;

import java.util.Optional;

/** The orders. Thread-safe; of several racing callers the database decides which one made the change. */
public interface OrderBook {

    /**
     * Creates an order in {@link OrderStatus#WAIT_PAY}. Joins the caller's transaction if there is one. After the commit,
     * and never inside it, payments that came before their order are evaluated again.
     *
     * <p>Of two racing callers with the same number one sees {@link Creation#CREATED}; the other waits for it and sees
     * what it committed.
     */
    Creation create(NewOrder order);

    Optional<PaymentOrder> find(String orderNo);

    /**
     * Moves an order from WAIT_PAY to CLOSED. Against a racing payment exactly one of the two wins.
     *
     * @return the status after the call, and whether this call made the move; empty when there is no such order
     */
    Optional<Closing> close(String orderNo);

    /** In order of precedence. */
    enum Creation {
        CREATED,
        EXISTS,
        EXISTS_WITH_OTHER_CONTENT
    }

    /** {@code moved}: this call closed it. Otherwise {@code status} says why not, CLOSED meaning that it already was. */
    record Closing(OrderStatus status, boolean moved) {}
}
