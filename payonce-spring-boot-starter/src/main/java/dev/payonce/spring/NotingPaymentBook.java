package dev.payonce.spring;

import dev.payonce.ClaimContext;
import dev.payonce.Confirmation;
import dev.payonce.PaymentBook;
import dev.payonce.PaymentNotification;
import java.util.Optional;

/**
 * Notes what is being confirmed, and what it came to, for somebody who looks into the gate's store during an incident
 * ({@code payonce.gate.context=true}). Nothing decides on the notes. As thread-safe as the book behind it.
 */
final class NotingPaymentBook implements PaymentBook {
    private final PaymentBook book;
    private final ClaimContext context;

    NotingPaymentBook(PaymentBook book, ClaimContext context) {
        this.book = book;
        this.context = context;
    }

    @Override
    public String databaseId() {
        return book.databaseId();
    }

    @Override
    public Confirmation confirm(PaymentNotification notification) {
        context.note(notification, "PROCESSING");
        Confirmation confirmation = book.confirm(notification);
        context.note(notification, confirmation.outcome().name());
        return confirmation;
    }

    @Override
    public Optional<Confirmation> find(PaymentNotification notification) {
        return book.find(notification);
    }

    @Override
    public int reevaluate(String orderNo) {
        return book.reevaluate(orderNo);
    }

    @Override
    public int reevaluateDue(int limit) {
        return book.reevaluateDue(limit);
    }
}
