package dev.payonce.simulator.wechat;

import dev.payonce.simulator.SimulatedPayment;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The plain text of a notification's resource: the fields of channels.md 1.7, and those of a refund (1.6). */
final class WeChatResource {
    private static final ZoneOffset CHINA = ZoneOffset.ofHours(8);

    private WeChatResource() {}

    static Map<String, Object> of(String mchid, String appid, SimulatedPayment payment, WeChatEvent event) {
        return switch (event.originalType()) {
            case "transaction" ->
                event.combinedWith().isEmpty()
                        ? transaction(mchid, appid, payment, event)
                        : combined(mchid, appid, payment, event);
            case "refund" -> refund(mchid, payment, event.state());
            default -> other(mchid, appid, event.state());
        };
    }

    /** RFC 3339 in China's time, whole seconds. */
    static String time(Instant instant) {
        return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(
                instant.truncatedTo(ChronoUnit.SECONDS).atOffset(CHINA));
    }

    private static Map<String, Object> transaction(
            String mchid, String appid, SimulatedPayment payment, WeChatEvent event) {
        String tradeState = event.state();
        Map<String, Object> fields = new LinkedHashMap<>();
        if (event.subMchid() == null) {
            fields.put("mchid", mchid);
            fields.put("appid", appid);
        } else {
            fields.put("sp_mchid", mchid);
            fields.put("sp_appid", appid);
            fields.put("sub_mchid", event.subMchid());
        }
        putOrder(fields, payment);
        fields.put("trade_type", "JSAPI");
        fields.put("trade_state", tradeState);
        fields.put("trade_state_desc", tradeState.equals("SUCCESS") ? "支付成功" : tradeState);
        fields.put("bank_type", "OTHERS");
        fields.put("attach", "");
        fields.put("success_time", time(payment.paidAt()));
        fields.put("payer", Map.of("openid", "oUpF8uMuAJO_M2pxb1Q9zNjWeS6o"));
        Map<String, Object> amount = new LinkedHashMap<>();
        amount.put("total", payment.amount());
        // Less than the total, as after a coupon: a receiver that compares this field is wrong (channels.md 0.2).
        amount.put("payer_total", payment.amount() - payment.amount() / 10);
        amount.put("currency", payment.currency());
        amount.put("payer_currency", payment.currency());
        fields.put("amount", amount);
        return fields;
    }

    private static Map<String, Object> combined(
            String mchid, String appid, SimulatedPayment payment, WeChatEvent event) {
        List<Object> orders = new ArrayList<>();
        orders.add(subOrder(mchid, payment, event));
        event.combinedWith().forEach(other -> orders.add(subOrder(mchid, other, event)));
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("combine_appid", appid);
        fields.put("combine_mchid", mchid);
        fields.put("combine_out_trade_no", "C" + payment.transactionId());
        fields.put("sub_orders", orders);
        fields.put("combine_payer_info", Map.of("openid", "oUpF8uMuAJO_M2pxb1Q9zNjWeS6o"));
        return fields;
    }

    private static Map<String, Object> subOrder(String mchid, SimulatedPayment payment, WeChatEvent event) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("mchid", mchid);
        if (event.subMchid() != null) {
            fields.put("sub_mchid", event.subMchid());
        }
        putOrder(fields, payment);
        fields.put("trade_type", "JSAPI");
        fields.put("trade_state", event.state());
        fields.put("bank_type", "OTHERS");
        fields.put("success_time", time(payment.paidAt()));
        Map<String, Object> amount = new LinkedHashMap<>();
        amount.put("total_amount", payment.amount());
        // Less than the total, as in a payment by itself.
        amount.put("payer_amount", payment.amount() - payment.amount() / 10);
        amount.put("currency", payment.currency());
        amount.put("payer_currency", payment.currency());
        fields.put("amount", amount);
        return fields;
    }

    private static Map<String, Object> refund(String mchid, SimulatedPayment payment, String status) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("mchid", mchid);
        putOrder(fields, payment);
        fields.put("refund_id", "5" + payment.transactionId());
        fields.put("out_refund_no", "R" + payment.transactionId());
        fields.put("refund_status", status);
        fields.put("success_time", time(payment.paidAt()));
        fields.put("user_received_account", "支付用户零钱");
        Map<String, Object> amount = new LinkedHashMap<>();
        amount.put("total", payment.amount());
        amount.put("refund", payment.amount());
        amount.put("payer_total", payment.amount());
        amount.put("payer_refund", payment.amount());
        fields.put("amount", amount);
        return fields;
    }

    private static Map<String, Object> other(String mchid, String appid, String state) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("mchid", mchid);
        fields.put("appid", appid);
        fields.put("state", state);
        return fields;
    }

    private static void putOrder(Map<String, Object> fields, SimulatedPayment payment) {
        if (payment.orderNo() != null) {
            fields.put("out_trade_no", payment.orderNo());
        }
        fields.put("transaction_id", payment.transactionId());
    }
}
