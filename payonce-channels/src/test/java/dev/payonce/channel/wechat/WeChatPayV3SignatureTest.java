package dev.payonce.channel.wechat;

import static dev.payonce.channel.wechat.WeChatNotification.KEY_ID;
import static dev.payonce.channel.wechat.WeChatNotification.NOW;
import static dev.payonce.channel.wechat.WeChatNotification.aSignedNotification;
import static dev.payonce.channel.wechat.WeChatNotification.channel;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import dev.payonce.channel.TestKeys;
import dev.payonce.channel.UnderCharset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeChatPayV3SignatureTest {
    private final Channel channel = channel();

    private static Delivery with(String header, String... values) {
        return aSignedNotification().header(header, values).deliver();
    }

    @Test
    void raw01TheReceivedBytesPassAndAReserialisedCopyFails() {
        Expect.accepted(channel, aSignedNotification().deliver());
        Expect.refused(
                channel,
                aSignedNotification()
                        .tamperedAfterSigning(body -> body.replace("\"id\":", "\"id\": "))
                        .deliver(),
                Refusal.BAD_SIGNATURE);
        Expect.accepted(
                channel, aSignedNotification().envelope("summary", "\"a\\/b\"").deliver());
        Expect.refused(
                channel,
                aSignedNotification()
                        .envelope("summary", "\"a\\/b\"")
                        .tamperedAfterSigning(body -> body.replace("\\/", "/"))
                        .deliver(),
                Refusal.BAD_SIGNATURE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"GBK", "ISO-8859-1"})
    void raw03ChineseSummaryVerifiesUnderAnyDefaultCharset(String charset) throws Exception {
        assertThat(UnderCharset.run(charset, DecodesChineseSummary.class)).isEqualTo("3 characters under " + charset);
    }

    @Test
    void raw07LineEndsAreSignedAsTheyCome() {
        Expect.accepted(
                channel,
                aSignedNotification().body(body -> body.replace(",", ",\r\n")).deliver());
        Expect.refused(
                channel,
                aSignedNotification()
                        .body(body -> body.replace(",", ",\n"))
                        .tamperedAfterSigning(body -> body.replace("\n", "\r\n"))
                        .deliver(),
                Refusal.BAD_SIGNATURE);
        Expect.refused(
                channel,
                aSignedNotification().tamperedAfterSigning(body -> body + "\n").deliver(),
                Refusal.BAD_SIGNATURE);
    }

    @Test
    void raw08EmojiPassesRawAndEscaped() {
        Expect.accepted(
                channel,
                aSignedNotification().envelope("summary", "\"gift 🎁 è\"").deliver());
        Expect.accepted(
                channel,
                aSignedNotification()
                        .envelope("summary", "\"gift \\ud83c\\udf81 \\u00e8\"")
                        .deliver());
    }

    @Test
    void aBodyThatWasAcceptedBeforeNeedsItsSignatureStill() {
        Delivery first = aSignedNotification().deliver();
        Expect.accepted(channel, first);
        Instant later = WeChatNotification.NOW.plusSeconds(15);
        Delivery again = aSignedNotification()
                .signedAt(later)
                .receivedAt(later)
                .nonce("another")
                .deliver();
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(Expect.payment(channel, again).receivedAt()).isEqualTo(later);

        Expect.refused(channel, with("Wechatpay-Signature", "QUJD"), Refusal.BAD_SIGNATURE);
        Expect.refused(
                channel, aSignedNotification().signedAt(later.plusSeconds(600)).deliver(), Refusal.STALE);
    }

    @Test
    void raw12ABodyWithoutContentLengthIsNotTakenForEmpty() {
        Delivery chunked = with("Transfer-Encoding", "chunked");
        assertThat(chunked.header("Content-Length")).isEmpty();
        Expect.accepted(channel, chunked);
    }

    @Test
    void par19HeaderNamesAreFoundInAnyCase() {
        Delivery delivery = aSignedNotification().deliver();
        String signature = delivery.header("Wechatpay-Signature").get(0);
        Expect.accepted(
                channel,
                aSignedNotification()
                        .header("Wechatpay-Signature")
                        .header("wechatpay-signature", signature)
                        .header("Wechatpay-Nonce")
                        .header(
                                "WECHATPAY-NONCE",
                                delivery.header("wechatpay-nonce").get(0))
                        .deliver());
    }

    @ParameterizedTest
    @ValueSource(strings = {"Wechatpay-Timestamp", "Wechatpay-Nonce", "Wechatpay-Serial"})
    void par19AMissingRepeatedOrEmptyHeaderIsRefusedAndNamed(String header) {
        String genuine = aSignedNotification().deliver().header(header).get(0);
        Expect.refused(channel, with(header), Refusal.MALFORMED, "header " + header + " is missing or repeated");
        Expect.refused(
                channel,
                with(header, genuine, genuine),
                Refusal.MALFORMED,
                "header " + header + " is missing or repeated");
        Expect.refused(channel, with(header, ""), Refusal.MALFORMED);
        Expect.refused(channel, with(header, "x".repeat(129)), Refusal.MALFORMED);
        Expect.refused(channel, with(header, "é"), Refusal.MALFORMED);
    }

    @Test
    void sec02AMissingEmptyOrRepeatedSignatureIsRefused() {
        Expect.refused(channel, with("Wechatpay-Signature"), Refusal.BAD_SIGNATURE);
        Expect.refused(channel, with("Wechatpay-Signature", ""), Refusal.BAD_SIGNATURE);
        String genuine =
                aSignedNotification().deliver().header("Wechatpay-Signature").get(0);
        Expect.refused(channel, with("Wechatpay-Signature", genuine, genuine), Refusal.MALFORMED);
        Expect.refused(channel, with("Wechatpay-Signature", "a".repeat(5000)), Refusal.MALFORMED);
    }

    @Test
    void theSignatureTypeIsPinned() {
        Expect.accepted(channel, with("Wechatpay-Signature-Type", "WECHATPAY2-SHA256-RSA2048"));
        Expect.refused(channel, with("Wechatpay-Signature-Type", "WECHATPAY2-SM2-WITH-SM3"), Refusal.MALFORMED);
        Expect.refused(channel, with("Wechatpay-Signature-Type", ""), Refusal.MALFORMED);
    }

    @Test
    void aLineEndInTheNonceCannotShiftWhereTheBodyBegins() {
        // Signed is "timestamp\nnonce\n{…}\n{…}\n": cut one line later it would be another body under the same
        // signature.
        Delivery genuine = aSignedNotification().body(body -> "{}\n" + body).deliver();
        byte[] body = genuine.body().bytes();
        String shifted = new String(body, 3, body.length - 3, StandardCharsets.UTF_8);
        String nonce = genuine.header("Wechatpay-Nonce").get(0);
        Delivery cut = aSignedNotification()
                .header("Wechatpay-Nonce", nonce + "\n{}")
                .header(
                        "Wechatpay-Signature",
                        genuine.header("Wechatpay-Signature").get(0))
                .tamperedAfterSigning(any -> shifted)
                .deliver();
        Expect.refused(channel, cut, Refusal.MALFORMED);
    }

    @Test
    void sec04ACapturedResourceInANewEnvelopeIsRefusedBeforeDecryption() {
        Delivery replayed = aSignedNotification()
                .tamperedAfterSigning(body -> body.replace("EV-2018022511223320873", "EV-0000000000000000000"))
                .deliver();
        Expect.refused(channel, replayed, Refusal.BAD_SIGNATURE);
        Delivery junk =
                aSignedNotification().tamperedAfterSigning(body -> "not JSON").deliver();
        Expect.refused(channel, junk, Refusal.BAD_SIGNATURE);
    }

    @Test
    void sec06ASignatureThatDiffersAtItsEndOnlyOrIsShorterIsRefused() {
        byte[] signature = Base64.getDecoder()
                .decode(aSignedNotification()
                        .deliver()
                        .header("Wechatpay-Signature")
                        .get(0));
        byte[] shorter = Arrays.copyOf(signature, signature.length - 1);
        signature[signature.length - 1] ^= 1;
        for (byte[] wrong : List.of(signature, shorter)) {
            Expect.refused(
                    channel,
                    with("Wechatpay-Signature", Base64.getEncoder().encodeToString(wrong)),
                    Refusal.BAD_SIGNATURE);
        }
        Expect.refused(channel, with("Wechatpay-Signature", "not*base64"), Refusal.BAD_SIGNATURE);
    }

    @Test
    void sec06AnotherKeysSignatureIsRefused() {
        Expect.refused(
                channel, aSignedNotification().signedBy(TestKeys.OTHER, KEY_ID).deliver(), Refusal.BAD_SIGNATURE);
    }

    @Test
    void sec08AProbeIsToldApartAndTheGenuineOneAfterItPosts() {
        Expect.refused(channel, with("Wechatpay-Signature", "WECHATPAY/SIGNTEST/AAAA"), Refusal.PROBE);
        // Before the age and the key: a probe says nothing about either.
        Expect.refused(
                channel,
                aSignedNotification()
                        .header("Wechatpay-Signature", "WECHATPAY/SIGNTEST/AAAA")
                        .signedAt("1")
                        .header("Wechatpay-Serial", "UNKNOWN")
                        .deliver(),
                Refusal.PROBE);
        Expect.accepted(channel, aSignedNotification().deliver());
    }

    @ParameterizedTest
    @ValueSource(longs = {-299, -300, 0, 299, 300})
    void tim01InsideFiveMinutesOfEitherSidePasses(long offset) {
        Expect.accepted(
                channel, aSignedNotification().signedAt(NOW.plusSeconds(offset)).deliver());
    }

    @ParameterizedTest
    @ValueSource(longs = {-301, 301, 315_360_000, -315_360_000})
    void tim01OutsideFiveMinutesOfEitherSideIsStale(long offset) {
        Expect.refused(
                channel, aSignedNotification().signedAt(NOW.plusSeconds(offset)).deliver(), Refusal.STALE);
    }

    @Test
    void tim01AFractionOfASecondTooLateIsStale() {
        Expect.refused(
                channel,
                aSignedNotification()
                        .signedAt(NOW.minusSeconds(300))
                        .receivedAt(NOW.plusMillis(1))
                        .deliver(),
                Refusal.STALE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "+1", "99999999999999999999", "1764558245.0", "0x1", "１７６４５５８２４５", "abc"})
    void tim01WhatIsNotDigitsOrOverflowsIsRefused(String timestamp) {
        Expect.refused(channel, aSignedNotification().signedAt(timestamp).deliver(), Refusal.MALFORMED);
    }

    @Test
    void tim02AgeIsMeasuredAgainstTheReceiptNotTheCheck() {
        // The instants lie in the past or future of whenever this runs; only the receipt counts.
        Instant longAgo = Instant.parse("2020-01-01T00:00:00Z");
        Expect.accepted(
                channel,
                aSignedNotification()
                        .signedAt(longAgo)
                        .receivedAt(longAgo.plusSeconds(60))
                        .deliver());
    }

    @Test
    void tim03AWrongClockIsToldWithTheDifference() {
        Duration off = Duration.ofMinutes(6);
        Expect.refused(
                channel,
                aSignedNotification().receivedAt(NOW.plus(off)).deliver(),
                Refusal.STALE,
                "timestamp is off by seconds=360");
        Expect.refused(
                channel,
                aSignedNotification().receivedAt(NOW.minus(off)).deliver(),
                Refusal.STALE,
                "timestamp is off by seconds=-360");
    }
}
