package dev.payonce.simulator.paypal;

import dev.payonce.simulator.SimulatedPayment;
import java.math.BigDecimal;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A captured payment as PayPal writes it, in a webhook's {@code resource} and in the API's answer. */
final class CaptureText {
    private static final Set<String> NO_DECIMALS = Set.of("JPY", "KRW", "VND", "CLP");
    private static final Set<String> THREE_DECIMALS = Set.of("BHD", "JOD", "KWD", "OMR", "TND");
    /** Two decimals elsewhere; PayPal takes whole ones. */
    private static final Set<String> WHOLE = Set.of("HUF", "TWD");

    private CaptureText() {}

    static Map<String, Object> of(String merchantId, SimulatedPayment payment, String status) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", payment.transactionId());
        fields.put("amount", amount(value(payment.amount(), payment.currency()), payment.currency()));
        fields.put("final_capture", true);
        fields.put("seller_protection", Map.of("status", "ELIGIBLE"));
        // The fee is taken off: a receiver that compares net_amount is wrong.
        Map<String, Object> breakdown = new LinkedHashMap<>();
        breakdown.put("gross_amount", amount(value(payment.amount(), payment.currency()), payment.currency()));
        breakdown.put("net_amount", amount("0", payment.currency()));
        fields.put("seller_receivable_breakdown", breakdown);
        fields.put("invoice_id", "INV-" + payment.transactionId());
        if (payment.orderNo() != null) {
            fields.put("custom_id", payment.orderNo());
        }
        fields.put("status", status);
        fields.put("supplementary_data", Map.of("related_ids", Map.of("order_id", "5O190127TN364715T")));
        Map<String, Object> payee = new LinkedHashMap<>();
        payee.put("email_address", "seller@example.com");
        payee.put("merchant_id", merchantId);
        fields.put("payee", payee);
        String time = payment.paidAt().truncatedTo(ChronoUnit.SECONDS).toString();
        fields.put("create_time", time);
        fields.put("update_time", time);
        fields.put(
                "links",
                List.of(Map.of(
                        "href", "https://api.paypal.com/v2/payments/captures/" + payment.transactionId(),
                        "rel", "self",
                        "method", "GET")));
        return fields;
    }

    /** @throws IllegalArgumentException for a fraction where PayPal takes whole amounts only */
    static String value(long minorUnits, String currency) {
        if (NO_DECIMALS.contains(currency)) {
            return Long.toString(minorUnits);
        }
        if (WHOLE.contains(currency)) {
            if (minorUnits % 100 != 0) {
                throw new IllegalArgumentException("PayPal takes whole amounts only in " + currency);
            }
            return Long.toString(minorUnits / 100);
        }
        return BigDecimal.valueOf(minorUnits, THREE_DECIMALS.contains(currency) ? 3 : 2)
                .toPlainString();
    }

    private static Map<String, Object> amount(String value, String currency) {
        Map<String, Object> amount = new LinkedHashMap<>();
        amount.put("currency_code", currency);
        amount.put("value", value);
        return amount;
    }
}
