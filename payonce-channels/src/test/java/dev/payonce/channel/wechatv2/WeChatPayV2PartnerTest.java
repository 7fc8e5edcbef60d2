package dev.payonce.channel.wechatv2;

import static dev.payonce.channel.wechatv2.WeChatV2Notification.APP_ID;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.MERCHANT_ID;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.aSignedNotification;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.channel;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.payonce.Channel;
import dev.payonce.PaymentKey;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A service provider's payments by APIv2. */
class WeChatPayV2PartnerTest {
    private static final String SUB_MERCHANT_ID = "1900000111";

    private final Channel provider = channel(Map.of("sub-merchant-id", List.of(SUB_MERCHANT_ID)));

    private static WeChatV2Notification aPartnerNotification() {
        return aSignedNotification().field("sub_mch_id", SUB_MERCHANT_ID);
    }

    private static void wrongReceiver(Channel channel, WeChatV2Notification notification, String id) {
        Expect.refused(channel, notification.deliver(), Refusal.WRONG_RECEIVER, id);
    }

    @Test
    void aPaymentsMerchantIsWhoPlacedTheOrderAsByApiV3() {
        assertThat(Expect.payment(provider, aPartnerNotification().deliver()).key())
                .isEqualTo(new PaymentKey("wechat", MERCHANT_ID, "4200000000202612010000000001"));
    }

    @Test
    void biz02OnlyAdmittedSubMerchantsAndAppsAreTaken() {
        wrongReceiver(provider, aSignedNotification().field("sub_mch_id", "1900000112"), "1900000112");
        wrongReceiver(provider, aPartnerNotification().field("sub_appid", "wx1"), "wx1");
        Expect.accepted(
                provider, aPartnerNotification().field("sub_appid", APP_ID).deliver());
        Expect.accepted(provider, aPartnerNotification().field("sub_appid", "").deliver());
        Channel any = channel(Map.of("sub-merchant-id", List.of("any"), "sub-app-id", List.of("wx1")));
        Expect.accepted(any, aPartnerNotification().field("sub_appid", "wx1").deliver());
        wrongReceiver(any, aPartnerNotification().field("sub_appid", "wx2"), "wx2");
    }

    @Test
    void biz02AProvidersPaymentIsNotADirectMerchantsNorTheReverse() {
        wrongReceiver(channel(), aPartnerNotification(), SUB_MERCHANT_ID);
        wrongReceiver(provider, aSignedNotification(), MERCHANT_ID + " without sub_mch_id");
        wrongReceiver(provider, aPartnerNotification().field("mch_id", "1900000110"), "1900000110");
        wrongReceiver(provider, aPartnerNotification().field("appid", "wx9"), "wx9");
    }

    @Test
    void aCombinedPaymentIsRefused() {
        Expect.refused(
                provider,
                aPartnerNotification().field("combine_mch_id", MERCHANT_ID).deliver(),
                Refusal.MALFORMED,
                "a combined payment; they are taken by APIv3 only");
    }

    @Test
    void whatAdmitsASubMerchantStandsOnceInTheSignedText() {
        for (String decisive : List.of("sub_appid", "sub_mch_id", "combine_mch_id")) {
            Expect.refused(
                    provider,
                    aPartnerNotification()
                            .field("attach", "x&" + decisive + "=1")
                            .deliver(),
                    Refusal.MALFORMED);
        }
    }

    @Test
    void sec02AnAppWithoutASubMerchantIsNoSetting() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> channel(Map.of("sub-app-id", List.of("wx1"))))
                .withMessage("payonce.channels.wx2.sub-app-id needs sub-merchant-id beside it");
    }
}
