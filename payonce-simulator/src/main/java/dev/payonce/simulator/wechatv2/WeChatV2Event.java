package dev.payonce.simulator.wechatv2;

/**
 * What an APIv2 notification reports (channels.md 2.3, 2.5).
 *
 * @param resultCode {@code result_code}
 * @param refund whether it reports a refund: no signature, and encrypted
 */
public record WeChatV2Event(String resultCode, boolean refund) {

    /** The payer has paid. */
    public static WeChatV2Event paid() {
        return new WeChatV2Event("SUCCESS", false);
    }

    /** The payment failed. */
    public static WeChatV2Event failed() {
        return new WeChatV2Event("FAIL", false);
    }

    /** The payment was given back. */
    public static WeChatV2Event refunded() {
        return new WeChatV2Event("SUCCESS", true);
    }
}
