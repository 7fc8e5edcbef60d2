package dev.payonce.channel.standardwebhooks;

import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.JsonPointer;
import java.util.Set;

/**
 * Where in a sender's body the parts of a payment stand, and which statuses say that it is paid: {@code fields} of the
 * configuration. All of them are needed: what is not found cannot be guessed.
 */
record PaymentFields(
        JsonPointer transactionId,
        JsonPointer orderNo,
        JsonPointer amount,
        JsonPointer currency,
        JsonPointer status,
        Set<String> paid) {
    private static final String TRANSACTION_ID = "fields.transaction-id";
    private static final String ORDER_NO = "fields.order-no";
    private static final String AMOUNT = "fields.amount";
    private static final String CURRENCY = "fields.currency";
    private static final String STATUS = "fields.status";
    private static final String PAID = "fields.paid";

    static final Set<String> PROPERTIES = Set.of(TRANSACTION_ID, ORDER_NO, AMOUNT, CURRENCY, STATUS, PAID);

    PaymentFields {
        paid = Set.copyOf(paid);
    }

    static PaymentFields of(ChannelProperties properties) {
        return new PaymentFields(
                properties.pointer(TRANSACTION_ID),
                properties.pointer(ORDER_NO),
                properties.pointer(AMOUNT),
                properties.pointer(CURRENCY),
                properties.pointer(STATUS),
                properties.oneOrMore(PAID));
    }
}
