package dev.payonce.channel.wechat;

import static dev.payonce.channel.wechat.WeChatNotification.APP_ID;
import static dev.payonce.channel.wechat.WeChatNotification.MERCHANT_ID;
import static dev.payonce.channel.wechat.WeChatNotification.NOW;
import static dev.payonce.channel.wechat.WeChatNotification.SUB_MERCHANT_ID;
import static dev.payonce.channel.wechat.WeChatNotification.aPartnerNotification;
import static dev.payonce.channel.wechat.WeChatNotification.aSignedNotification;
import static dev.payonce.channel.wechat.WeChatNotification.channel;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.Money;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A service provider's payments, made for its sub-merchants under its own keys. */
class WeChatPayV3PartnerTest {
    private final Channel provider = channel(Map.of("sub-merchant-id", List.of(SUB_MERCHANT_ID, "1900000112")));

    private static void wrongReceiver(Channel channel, WeChatNotification notification, String detail) {
        Expect.refused(channel, notification.deliver(), Refusal.WRONG_RECEIVER, detail);
    }

    private void malformed(WeChatNotification notification) {
        Expect.refused(provider, notification.deliver(), Refusal.MALFORMED);
    }

    @Test
    void aPaymentIsDecodedWholeAndItsMerchantIsWhoPlacedTheOrder() {
        Delivery delivery = aPartnerNotification().deliver();
        assertThat(Expect.payment(provider, delivery))
                .isEqualTo(new PaymentNotification(
                        "wx",
                        new PaymentKey("wechat", MERCHANT_ID, "4200001234202612010000000001"),
                        "ORD1",
                        new Money(9900, "CNY"),
                        Instant.parse("2026-12-01T03:04:00Z"),
                        NOW,
                        delivery.body()));
    }

    @Test
    void oneKeySetServesEverySubMerchantThatIsListed() {
        Expect.accepted(
                provider,
                aPartnerNotification().payment("sub_mchid", "\"1900000112\"").deliver());
        wrongReceiver(provider, aPartnerNotification().payment("sub_mchid", "\"1900000113\""), "1900000113");
        Channel any = channel(Map.of("sub-merchant-id", List.of("any")));
        Expect.accepted(
                any,
                aPartnerNotification().payment("sub_mchid", "\"1900000113\"").deliver());
    }

    @Test
    void biz02AnotherProvidersOrAppsPaymentIsRefusedWithItsId() {
        wrongReceiver(provider, aPartnerNotification().payment("sp_mchid", "\"1900000110\""), "1900000110");
        wrongReceiver(
                provider, aPartnerNotification().payment("sp_appid", "\"wx9999999999999999\""), "wx9999999999999999");
        // Also where it is not paid: whose it is comes first.
        wrongReceiver(
                provider,
                aPartnerNotification().payment("sub_mchid", "\"1\"").payment("trade_state", "\"CLOSED\""),
                "1");
    }

    @Test
    void biz02ASubMerchantsAppIsTheProvidersOwnOrListed() {
        String app = "wx1111111111111111";
        Expect.accepted(
                provider,
                aPartnerNotification()
                        .payment("sub_appid", "\"" + APP_ID + "\"")
                        .deliver());
        Expect.accepted(
                provider, aPartnerNotification().payment("sub_appid", "\"\"").deliver());
        WeChatNotification foreign = aPartnerNotification().payment("sub_appid", "\"" + app + "\"");
        wrongReceiver(provider, foreign, app);
        for (String listed : List.of(app, "any")) {
            Channel admitting =
                    channel(Map.of("sub-merchant-id", List.of(SUB_MERCHANT_ID), "sub-app-id", List.of(listed)));
            Expect.accepted(admitting, foreign.deliver());
        }
    }

    @Test
    void biz02AProvidersPaymentIsNotADirectMerchantsNorTheReverse() {
        wrongReceiver(channel(), aPartnerNotification(), SUB_MERCHANT_ID);
        wrongReceiver(channel(), aPartnerNotification().payment("sp_mchid", "\"1900000110\""), "1900000110");
        wrongReceiver(provider, aSignedNotification(), MERCHANT_ID + " without sub_mchid");
        wrongReceiver(
                channel(Map.of("sub-merchant-id", List.of("any"))),
                aSignedNotification(),
                MERCHANT_ID + " without sub_mchid");
    }

    @Test
    void aPaymentOfBothKindsAtOnceIsRefused() {
        malformed(aPartnerNotification().payment("mchid", "\"" + MERCHANT_ID + "\""));
        Expect.refused(
                channel(),
                aSignedNotification()
                        .payment("sub_mchid", "\"" + SUB_MERCHANT_ID + "\"")
                        .deliver(),
                Refusal.MALFORMED);
    }

    @Test
    void whatAPaymentNeedsMustBeThere() {
        malformed(aPartnerNotification().withoutPayment("sp_mchid"));
        malformed(aPartnerNotification().withoutPayment("sp_appid"));
        wrongReceiver(provider, aPartnerNotification().withoutPayment("sub_mchid"), MERCHANT_ID + " without sub_mchid");
        malformed(aPartnerNotification().payment("sub_mchid", "7"));
        malformed(aPartnerNotification().payment("sub_mchid", "\"a/b\""));
        malformed(aPartnerNotification().payment("sub_appid", "{}"));
        malformed(aPartnerNotification().payment("amount", "{\"total_amount\":1}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"USERPAYING", "CLOSED", "REFUND", ""})
    void ide08OtherStatesAreIgnoredAndTheLaterSuccessPosts(String state) {
        Expect.ignored(
                provider,
                aPartnerNotification()
                        .payment("trade_state", "\"" + state + "\"")
                        .deliver());
        Expect.accepted(provider, aPartnerNotification().deliver());
    }

    @Test
    void nothingOfItIsReadBeforeTheSignature() {
        Expect.refused(
                provider,
                aPartnerNotification().tamperedAfterSigning(body -> body + " ").deliver(),
                Refusal.BAD_SIGNATURE);
    }

    @Test
    void sec02AWrongPropertyIsNamed() {
        for (String property : List.of("sub-merchant-id", "sub-app-id", "combined-merchant-id")) {
            refused(property, List.of(), "is missing");
            refused(property, List.of(" "), "must not be blank");
            refused(property, List.of("a/b"), "must be at most 128 characters");
            refused(property, List.of("any", "1900000111"), "must list ids or be any, not both");
            refused(property, Collections.nCopies(10_001, "1"), "must have at most 10000 values");
        }
        refused("sub-app-id", List.of(APP_ID), "needs sub-merchant-id beside it");
    }

    private static void refused(String property, List<String> values, String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> channel(Map.of(property, values)))
                .withMessageStartingWith("payonce.channels.wx." + property + " " + problem);
    }
}
