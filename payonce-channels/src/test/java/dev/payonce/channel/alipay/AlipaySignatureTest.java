package dev.payonce.channel.alipay;

import static dev.payonce.channel.alipay.AlipayNotification.NOW;
import static dev.payonce.channel.alipay.AlipayNotification.aSignedNotification;
import static dev.payonce.channel.alipay.AlipayNotification.channel;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.Refusal;
import dev.payonce.channel.ChannelProperties.KeyEntry;
import dev.payonce.channel.Expect;
import dev.payonce.channel.TestKeys;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AlipaySignatureTest {
    private static final Duration YEAR = Duration.ofDays(365);

    private final Channel channel = channel();

    private void badSignature(AlipayNotification notification) {
        Expect.refused(channel, notification.deliver(), Refusal.BAD_SIGNATURE);
    }

    @Test
    void raw01ParametersInAnyOrderPassAndAChangedOneFails() {
        Expect.accepted(
                channel,
                aSignedNotification()
                        .tamperedAfterSigning(body -> {
                            List<String> parameters = Arrays.asList(body.split("&"));
                            Collections.reverse(parameters);
                            return String.join("&", parameters);
                        })
                        .deliver());
        badSignature(aSignedNotification()
                .tamperedAfterSigning(body -> body.replace("total_amount=99.00", "total_amount=0.01")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"utf-8", "UTF-8", "GBK", "gb2312", "gb18030"})
    void par01TheSignatureIsOverTheBytesOfWhateverCharset(String charset) {
        assertThat(Expect.payment(
                                channel,
                                aSignedNotification()
                                        .charset(charset)
                                        .field("subject", "测试")
                                        .field("out_trade_no", "订单1")
                                        .deliver())
                        .orderNo())
                .isEqualTo("订单1");
    }

    @ParameterizedTest
    @CsvSource({"utf-8,%E6%B5%8B%E8%AF%95", "GBK,%B2%E2%CA%D4"})
    void par01TheCatalogueTextsReachTheWireAsListed(String charset, String encoded) {
        Delivery delivery =
                aSignedNotification().charset(charset).field("subject", "测试").deliver();
        assertThat(new String(delivery.body().bytes(), StandardCharsets.US_ASCII))
                .contains("subject=" + encoded + "&");
        Expect.accepted(channel, delivery);
    }

    @ParameterizedTest
    @ValueSource(strings = {"utf-16", "iso-8859-1", "big5", "no such charset", "utf8"})
    void par01AnotherCharsetIsRefused(String charset) {
        Expect.refused(channel, aSignedNotification().field("charset", charset).deliver(), Refusal.MALFORMED);
    }

    @Test
    void par01WithoutACharsetItIsUtf8AndBrokenTextIsRefused() {
        assertThat(Expect.payment(
                                channel,
                                aSignedNotification()
                                        .without("charset")
                                        .field("out_trade_no", "订单1")
                                        .deliver())
                        .orderNo())
                .isEqualTo("订单1");
        Expect.refused(
                channel,
                aSignedNotification()
                        .charset("GBK")
                        .field("charset", "utf-8")
                        .field("out_trade_no", "订单1")
                        .deliver(),
                Refusal.MALFORMED);
    }

    @Test
    void par02SplitFirstThenDecodeEachPartOnce() {
        Expect.accepted(channel, aSignedNotification().field("subject", "A&B=C").deliver());
        Delivery literalEquals = aSignedNotification()
                .tamperedAfterSigning(body -> body.replace("%3D%3D", "=="))
                .deliver();
        Expect.accepted(channel, literalEquals);
    }

    @Test
    void par03ExactlyOneDecodeAndNoGuessing() {
        Expect.accepted(
                channel,
                aSignedNotification()
                        .field("passback_params", "%7B%22uid%22%3A1%2C%22n%22%3A%22a+b%22%7D")
                        .deliver());
        badSignature(aSignedNotification()
                .field("passback_params", "%7B%7D")
                .tamperedAfterSigning(body -> body.replace("%257B%257D", "%7B%7D")));
        // A proxy that turns the signature's plus into a blank: refused, not guessed back.
        Expect.refused(channel, withPlusSigned("+"), Refusal.BAD_SIGNATURE);
        Expect.refused(channel, withPlusSigned("%20"), Refusal.BAD_SIGNATURE);
        Expect.accepted(channel, withPlusSigned("%2b"));
    }

    private static Delivery withPlusSigned(String replacement) {
        // The signature is deterministic; some number in the notification makes it hold a plus.
        for (int i = 0; i < 1000; i++) {
            AlipayNotification notification = aSignedNotification().field("notify_id", String.valueOf(i));
            String body = AlipayForms.text(notification.deliver());
            String sign = body.substring(body.indexOf("&sign="));
            if (sign.contains("%2B")) {
                return notification
                        .tamperedAfterSigning(genuine -> genuine.replace(sign, sign.replace("%2B", replacement)))
                        .deliver();
            }
        }
        throw new AssertionError("no signature with a plus in a thousand");
    }

    @Test
    void par04NothingIsTrimmed() {
        Expect.accepted(
                channel,
                aSignedNotification()
                        .field("subject", "foobar ")
                        .field("body", " John")
                        .deliver());
        badSignature(aSignedNotification()
                .field("subject", "foobar ")
                .tamperedAfterSigning(body -> body.replace("foobar+", "foobar")));
    }

    @Test
    void par05UnknownParametersArePartOfTheText() {
        Expect.accepted(
                channel,
                aSignedNotification()
                        .field("voucher_detail_list", "[{\"voucherId\":\"v1\"}]")
                        .field("x_new", "1")
                        .deliver());
        badSignature(aSignedNotification()
                .field("x_new", "1")
                .tamperedAfterSigning(body -> body.replace("x_new=1", "x_new=2")));
        badSignature(aSignedNotification().tamperedAfterSigning(body -> body + "&x_new=1"));
    }

    @Test
    void par05TheQueryStringIsNoPartOfIt() {
        Delivery genuine = aSignedNotification().deliver();
        Expect.accepted(
                channel, AlipayNotification.delivery(genuine.body().bytes(), "total_amount=0.01&from=wap", NOW));
        Expect.refused(
                channel, AlipayNotification.delivery(new byte[0], AlipayForms.text(genuine), NOW), Refusal.MALFORMED);
    }

    @Test
    void par21EmptyValuesPassSignedEitherWay() {
        Expect.accepted(channel, aSignedNotification().field("body", "").deliver());
        Expect.accepted(
                channel,
                aSignedNotification().field("body", "").emptyValuesSigned().deliver());
        badSignature(aSignedNotification()
                .field("body", "")
                .emptyValuesSigned()
                .tamperedAfterSigning(body -> body.replace("body=&", "")));
    }

    @Test
    void sec06SignTypeIsPinned() {
        badSignature(aSignedNotification().signedWith("SHA1withRSA").signType("RSA"));
        badSignature(aSignedNotification().signedWith("SHA1withRSA"));
        badSignature(aSignedNotification().signType("RSA"));
        badSignature(aSignedNotification().signType("rsa2"));
        badSignature(aSignedNotification().signType(""));
        badSignature(aSignedNotification().withoutSignType());
    }

    @Test
    void sec02AMissingEmptyOrForeignSignatureIsRefused() {
        badSignature(aSignedNotification().tamperedAfterSigning(body -> body.substring(0, body.indexOf("&sign="))));
        badSignature(aSignedNotification()
                .tamperedAfterSigning(body -> body.substring(0, body.indexOf("&sign=")) + "&sign="));
        badSignature(aSignedNotification()
                .tamperedAfterSigning(body -> body.substring(0, body.indexOf("&sign=")) + "&sign=*"));
        badSignature(aSignedNotification().signedBy(TestKeys.OTHER));
    }

    @Test
    void sec06ASignatureThatDiffersAtItsEndOnlyOrIsShorterIsRefused() {
        byte[] signature = Base64.getDecoder()
                .decode(AlipayForms.parse(aSignedNotification().deliver()).get("sign"));
        byte[] shorter = Arrays.copyOf(signature, signature.length - 1);
        signature[signature.length - 1] ^= 1;
        for (byte[] wrong : List.of(signature, shorter)) {
            String text = Base64.getEncoder().encodeToString(wrong).replace("+", "%2B");
            badSignature(aSignedNotification()
                    .tamperedAfterSigning(body -> body.substring(0, body.indexOf("&sign=")) + "&sign=" + text));
        }
    }

    @Test
    void key09SeveralKeysAreTriedAndExpiredCertificatesAreNot() {
        Instant ends = NOW.plusSeconds(60);
        Channel rotating = channel(
                new KeyEntry(null, TestKeys.certificate(TestKeys.OTHER, "01", NOW.minus(YEAR), ends)),
                new KeyEntry(null, TestKeys.pem(TestKeys.PLATFORM)));
        Expect.accepted(rotating, aSignedNotification().deliver());
        Expect.accepted(rotating, signedBy(TestKeys.OTHER, ends));
        Expect.refused(rotating, signedBy(TestKeys.OTHER, ends.plusSeconds(1)), Refusal.BAD_SIGNATURE);

        Channel onlyCertificate =
                channel(new KeyEntry(null, TestKeys.certificate(TestKeys.OTHER, "01", NOW.minus(YEAR), ends)));
        Expect.refused(onlyCertificate, signedBy(TestKeys.OTHER, ends.plusSeconds(1)), Refusal.UNKNOWN_KEY);
    }

    private static Delivery signedBy(KeyPair pair, Instant receivedAt) {
        return aSignedNotification().signedBy(pair).receivedAt(receivedAt).deliver();
    }
}
