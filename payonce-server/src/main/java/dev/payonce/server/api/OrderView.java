package dev.payonce.server.api;

import dev.payonce.OrderStatus;
import dev.payonce.PaymentOrder;
import dev.payonce.jdbc.OrderRecord;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An order as JSON, with what happened to it.
 *
 * @param channel the channel that paid it; before that the only one that may
 */
@Schema(name = "Order")
record OrderView(
        String orderNo,
        OrderStatus status,
        long amount,
        String currency,
        String account,

        @Schema(description = "the channel that paid it; before that the only one that may, if any") @Nullable
        String channel,

        @Nullable String transactionId,
        @Nullable Instant paidAt,
        Instant createdAt,
        List<PostingTerms> postings,
        List<TransactionView> transactions,
        List<EntryView> entries) {

    static OrderView of(OrderRecord record) {
        PaymentOrder order = record.order();
        OrderTerms terms = OrderTerms.of(order.order());
        return new OrderView(
                terms.orderNo(),
                order.status(),
                order.order().money().amount(),
                terms.currency(),
                terms.account(),
                order.paidThrough() == null ? terms.channel() : order.paidThrough(),
                order.transactionId(),
                order.paidAt(),
                order.createdAt(),
                terms.postings(),
                record.transactions().stream().map(TransactionView::of).toList(),
                record.entries().stream().map(EntryView::of).toList());
    }
}
