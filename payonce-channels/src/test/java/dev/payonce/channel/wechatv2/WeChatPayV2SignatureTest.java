package dev.payonce.channel.wechatv2;

import static dev.payonce.channel.wechatv2.WeChatV2Notification.API_KEY;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.OTHER_KEY;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.aSignedNotification;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.channel;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.delivery;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.element;
import static dev.payonce.channel.wechatv2.WeChatV2Notification.md5Channel;

import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeChatPayV2SignatureTest {
    private final Channel channel = channel();

    private void badSignature(WeChatV2Notification notification) {
        Expect.refused(channel, notification.deliver(), Refusal.BAD_SIGNATURE);
    }

    private static String withSign(String xml, String sign) {
        return xml.replaceAll("<sign>.*</sign>", element("sign", sign));
    }

    @Test
    void everyChangeOfAValueIsRefused() {
        Expect.accepted(channel, aSignedNotification().deliver());
        badSignature(aSignedNotification().tamperedAfterSigning(xml -> xml.replace("[9900]", "[9901]")));
        badSignature(aSignedNotification().tamperedAfterSigning(xml -> xml.replace("ORD1", "ORD2")));
        badSignature(aSignedNotification().tamperedAfterSigning(xml -> xml.replace("[CFT]", "[CFT ]")));
        badSignature(aSignedNotification()
                .tamperedAfterSigning(xml -> xml.replace("</xml>", element("x_new", "1") + "</xml>")));
        badSignature(aSignedNotification().tamperedAfterSigning(xml -> xml.replace("[1000]", "[]")));
    }

    @Test
    void orderAndFormOfTheElementsDoNotMatter() {
        Expect.accepted(
                channel,
                aSignedNotification()
                        .tamperedAfterSigning(xml -> xml.replace("<![CDATA[9900]]>", "9900")
                                .replaceAll("(</\\w+>)<", "$1\n  <")
                                .replace("ORD1", "ORD1]]><![CDATA["))
                        .deliver());
        Expect.accepted(
                channel,
                aSignedNotification()
                        .tamperedAfterSigning(xml -> "<?xml version=\"1.0\" encoding=\"UTF-16\"?>\n"
                                + xml.replace("<![CDATA[CFT]]>", "&#67;F&#x54;") + "\n")
                        .deliver());
    }

    @Test
    void par09SignTypeIsSignedWhenPresent() {
        Expect.accepted(
                channel, aSignedNotification().field("sign_type", "HMAC-SHA256").deliver());
        Expect.accepted(channel, aSignedNotification().field("sign_type", "").deliver());
        badSignature(aSignedNotification()
                .tamperedAfterSigning(xml -> xml.replace("</xml>", element("sign_type", "HMAC-SHA256") + "</xml>")));
        badSignature(aSignedNotification()
                .field("sign_type", "HMAC-SHA256")
                .tamperedAfterSigning(xml -> xml.replace("[HMAC-SHA256]", "[MD5]")));
    }

    @Test
    void par10TheAlgorithmIsTheMerchantsAndFoundByLength() {
        // HMAC without a word about it passes; MD5 only where it is enabled, whatever the message says.
        Expect.accepted(channel, aSignedNotification().deliver());
        badSignature(aSignedNotification().signedWith("MD5"));
        badSignature(aSignedNotification().signedWith("MD5").field("sign_type", "MD5"));

        Channel both = md5Channel();
        Expect.accepted(both, aSignedNotification().deliver());
        Expect.accepted(both, aSignedNotification().signedWith("MD5").deliver());
        // Seen in February 2020: HMAC orders whose notifications came with MD5 (channels.md 2.2).
        Expect.accepted(
                both,
                aSignedNotification()
                        .signedWith("MD5")
                        .field("sign_type", "HMAC-SHA256")
                        .deliver());

        Channel onlyMd5 = channel(Map.of("sign-types", List.of("MD5")));
        Expect.accepted(onlyMd5, aSignedNotification().signedWith("MD5").deliver());
        Expect.refused(onlyMd5, aSignedNotification().deliver(), Refusal.BAD_SIGNATURE);
    }

    @Test
    void par11UnknownAndIndexedFieldsArePartOfTheText() {
        Expect.accepted(
                channel,
                aSignedNotification()
                        .field("coupon_fee_1", "5")
                        .field("coupon_id_1", "2")
                        .field("coupon_type_1", "CASH")
                        .field("Zeta.new-1", "1")
                        .deliver());
        badSignature(aSignedNotification()
                .field("coupon_fee_1", "5")
                .tamperedAfterSigning(xml -> xml.replace("[5]", "[6]")));
    }

    @Test
    void par12EmptyElementsAreLeftOutAndBlanksAndZerosStay() {
        Expect.accepted(
                channel,
                aSignedNotification()
                        .field("attach", "")
                        .field("zero", "0")
                        .field("blank", " ")
                        .tamperedAfterSigning(
                                xml -> xml.replace("</xml>", "<device_info/><detail></detail><d2 /></xml>"))
                        .deliver());
        badSignature(aSignedNotification()
                .field("blank", " ")
                .tamperedAfterSigning(xml -> xml.replace("<blank><![CDATA[ ]]>", "<blank><![CDATA[]]>")));
        badSignature(aSignedNotification()
                .field("zero", "0")
                .tamperedAfterSigning(xml -> xml.replace("<zero><![CDATA[0]]>", "<zero><![CDATA[]]>")));
    }

    @Test
    void par21AnEmptyFieldIsNoPartOfTheText() {
        String signedWithEmpty = WeChatV2Notification.sign("HMAC-SHA256", "attach=&mch_id=1", API_KEY);
        Expect.refused(
                channel,
                delivery("<xml><attach></attach><mch_id>1</mch_id>" + element("sign", signedWithEmpty) + "</xml>"),
                Refusal.BAD_SIGNATURE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "<xml><out_trade_no>ORD1</out_trade_no><total_fee>100</total_fee></xml>",
                "<xml><out_trade_no>ORD1</out_trade_no><total_fee>100</total_fee><sign></sign></xml>",
                "<xml><out_trade_no>ORD1</out_trade_no><total_fee>100</total_fee><sign/></xml>",
                "<xml><out_trade_no>ORD1</out_trade_no><sign> </sign></xml>",
                "<xml><return_code>FAIL</return_code></xml>",
                "<xml/>"
            })
    void sec01WithoutASignatureNothingIsRead(String xml) {
        Expect.refused(channel, delivery(xml), Refusal.BAD_SIGNATURE);
        Expect.refused(md5Channel(), delivery(xml), Refusal.BAD_SIGNATURE);
    }

    @Test
    void sec01SignedWithoutAppidOrMerchantItIsNoPayment() {
        Expect.refused(channel, aSignedNotification().without("appid").deliver(), Refusal.MALFORMED);
        Expect.refused(channel, aSignedNotification().without("mch_id").deliver(), Refusal.MALFORMED);
        Expect.refused(channel, aSignedNotification().without("return_code").deliver(), Refusal.MALFORMED);
        Expect.refused(channel, aSignedNotification().without("result_code").deliver(), Refusal.MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"HMAC-SHA256", "MD5"})
    void sec06AlmostRightSignaturesAreRefused(String algorithm) {
        WeChatV2Notification notification = aSignedNotification().signedWith(algorithm);
        String sign = notification.sign();
        String xml = notification.xml();
        Channel both = md5Channel();
        Expect.accepted(both, delivery(withSign(xml, sign)));
        char last = sign.charAt(sign.length() - 1);
        String start = sign.substring(0, sign.length() - 1);
        for (String wrong : List.of(
                start + (last == '0' ? '1' : '0'),
                (sign.charAt(0) == '0' ? '1' : '0') + sign.substring(1),
                start,
                sign + "0",
                sign + sign,
                " " + sign,
                sign + "\n",
                start + "G",
                start + "\uff11",
                sign.toLowerCase(Locale.ROOT))) {
            Expect.refused(both, delivery(withSign(xml, wrong)), Refusal.BAD_SIGNATURE);
        }
    }

    @Test
    void key01OldAndNewSecretBothVerify() {
        Channel rotating = channel(Map.of("secrets", List.of(OTHER_KEY, API_KEY)));
        Expect.accepted(rotating, aSignedNotification().deliver());
        Expect.accepted(rotating, aSignedNotification().signedBy(OTHER_KEY).deliver());
        Expect.refused(channel, aSignedNotification().signedBy(OTHER_KEY).deliver(), Refusal.BAD_SIGNATURE);
        Expect.refused(rotating, aSignedNotification().signedBy("x".repeat(32)).deliver(), Refusal.BAD_SIGNATURE);
    }

    @Test
    void theQueryStringIsNoPartOfIt() {
        Delivery empty = delivery("");
        Expect.refused(channel, empty, Refusal.MALFORMED);
    }

    @Test
    void aValueThatCouldBeCutIntoOtherFieldsIsRefused() {
        Delivery genuine = aSignedNotification()
                .field("attach", "x&mch_id=" + WeChatV2Notification.MERCHANT_ID + "&total_fee=1&zz=")
                .deliver();
        Expect.refused(channel, genuine, Refusal.MALFORMED);
        Expect.accepted(
                channel,
                aSignedNotification().field("attach", "a=b&c=d&total_fees=1").deliver());
    }
}
