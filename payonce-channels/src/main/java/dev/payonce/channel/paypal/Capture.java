package dev.payonce.channel.paypal;

import dev.payonce.Money;
import dev.payonce.channel.Ids;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.RefusedException;
import org.jspecify.annotations.Nullable;

/**
 * A captured payment, as a webhook's {@code resource} and the API's answer both show it.
 *
 * @param id the payment's identity
 * @param status {@code COMPLETED} when the money is there
 * @param orderNo {@code custom_id}; absent where the payment was not made for an order of ours
 * @param merchantId {@code payee.merchant_id}; absent in some older webhooks
 */
record Capture(
        String id,
        String status,
        Money money,
        @Nullable String orderNo,
        @Nullable String merchantId) {
    static final String COMPLETED = "COMPLETED";
    static final String PENDING = "PENDING";

    static Capture of(JsonObject resource) throws RefusedException {
        String customId = resource.optionalText("custom_id");
        JsonObject payee = resource.optionalObject("payee");
        String merchantId = payee == null ? null : payee.optionalText("merchant_id");
        return new Capture(
                Ids.name(resource.text("id"), "resource.id"),
                resource.text("status"),
                PayPalMoney.of(resource.object("amount")),
                customId == null || customId.isEmpty() ? null : Ids.orderNo(customId, "custom_id"),
                merchantId == null ? null : Ids.name(merchantId, "payee.merchant_id"));
    }
}
