package dev.payonce.server.storm;

import com.fasterxml.jackson.annotation.JsonProperty;

/**
 * An order that a storm pays: it exists at the receiver.
 *
 * @param amount minor units
 * @param currency ISO 4217 code
 */
record StormOrder(
        @JsonProperty(required = true) String orderNo,
        @JsonProperty(required = true) long amount,
        @JsonProperty(required = true) String currency) {
    StormOrder {
        if (orderNo.isBlank() || amount < 1 || !currency.matches("[A-Z]{3}")) {
            throw new IllegalArgumentException(
                    "an order needs an orderNo, an amount of at least 1 and a currency of three letters: " + orderNo);
        }
    }
}
