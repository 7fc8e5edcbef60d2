package dev.payonce.simulator.wechat;

import dev.payonce.simulator.SimulatedPayment;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a WeChat Pay notification reports (channels.md 1.6, 1.7).
 *
 * @param type {@code event_type}
 * @param originalType {@code resource.original_type}
 * @param state {@code trade_state} of a transaction, {@code refund_status} of a refund, {@code state} of anything else
 * @param associatedData {@code resource.associated_data}, shorter than 16 bytes; absent: the field is left out
 * @param subMchid whose money a service provider reports; absent: the merchant's own
 * @param combinedWith the payments of the other orders that were paid at once; empty: none
 */
public record WeChatEvent(
        String type,
        String originalType,
        String state,
        @Nullable String associatedData,
        @Nullable String subMchid,
        List<SimulatedPayment> combinedWith) {

    public WeChatEvent {
        combinedWith = List.copyOf(combinedWith);
    }

    private WeChatEvent(String type, String originalType, String state, @Nullable String associatedData) {
        this(type, originalType, state, associatedData, null, List.of());
    }

    /** {@code TRANSACTION.SUCCESS}, {@code trade_state} SUCCESS. */
    public static WeChatEvent paid() {
        return transaction("TRANSACTION.SUCCESS", "SUCCESS");
    }

    /** A transaction in another state: {@code NOTPAY}, {@code CLOSED}, {@code PAYERROR}, … */
    public static WeChatEvent transaction(String type, String tradeState) {
        return new WeChatEvent(type, "transaction", tradeState, "transaction");
    }

    /**
     * {@code REFUND.SUCCESS}, {@code REFUND.ABNORMAL} or {@code REFUND.CLOSED}, with the fields of a refund.
     *
     * @param status the word after the point
     */
    public static WeChatEvent refund(String status) {
        return new WeChatEvent("REFUND." + status, "refund", status, "refund");
    }

    /** An event that has nothing to do with the payment, {@code MCHTRANSFER.BILL.FINISHED} for example. */
    public static WeChatEvent other(String type, String originalType) {
        return new WeChatEvent(type, originalType, "SUCCESS", originalType);
    }

    /** The transaction as a service provider gets it, for its sub-merchant. */
    public WeChatEvent forSubMerchant(String mchid) {
        return new WeChatEvent(type, originalType, state, associatedData, mchid, combinedWith);
    }

    /** The transaction as one of several orders that were paid at once; the payment itself comes first. */
    public WeChatEvent combinedWith(List<SimulatedPayment> others) {
        return new WeChatEvent(type, originalType, state, associatedData, subMchid, others);
    }

    /** The same event under other associated data: {@code ""} and absent are legal too. */
    public WeChatEvent withAssociatedData(@Nullable String other) {
        return new WeChatEvent(type, originalType, state, other, subMchid, combinedWith);
    }
}
