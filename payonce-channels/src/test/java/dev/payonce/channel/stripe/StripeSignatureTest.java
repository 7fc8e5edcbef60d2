package dev.payonce.channel.stripe;

import static dev.payonce.channel.stripe.StripeNotification.NOW;
import static dev.payonce.channel.stripe.StripeNotification.OTHER_SECRET;
import static dev.payonce.channel.stripe.StripeNotification.SECRET;
import static dev.payonce.channel.stripe.StripeNotification.aSignedNotification;
import static dev.payonce.channel.stripe.StripeNotification.channel;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.PaymentNotification;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import dev.payonce.channel.UnderCharset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StripeSignatureTest {
    private static final String DECOY = ",v0=" + "a".repeat(64);

    private final Channel channel = channel();

    private void badSignature(StripeNotification notification) {
        Expect.refused(channel, notification.deliver(), Refusal.BAD_SIGNATURE);
    }

    private void malformed(StripeNotification notification) {
        Expect.refused(channel, notification.deliver(), Refusal.MALFORMED);
    }

    @Test
    void raw05AnIndentedBodyPassesAndItsCompactCopyFails() {
        Delivery indented = aSignedNotification().deliver();
        assertThat(new String(indented.body().bytes(), StandardCharsets.UTF_8)).startsWith("{\n  \"id\": ");
        Expect.accepted(channel, indented);
        badSignature(aSignedNotification()
                .tamperedAfterSigning(body -> body.replace("\n", "").replace(": ", ":")));
        // The catalogue's own body, which has no type: genuine, and nothing to post.
        Expect.ignored(
                channel,
                aSignedNotification()
                        .body(any -> "{\n  \"id\": \"evt_1\",\n  \"object\": \"event\",\n  \"livemode\": false\n}")
                        .deliver());
    }

    @Test
    void raw07LineEndsAreSignedAsTheyCome() {
        Expect.accepted(
                channel,
                aSignedNotification().body(body -> body.replace("\n", "\r\n")).deliver());
        badSignature(aSignedNotification().tamperedAfterSigning(body -> body.replace("\n", "\r\n")));
        Expect.accepted(channel, aSignedNotification().body(body -> body + "\n").deliver());
        badSignature(aSignedNotification().tamperedAfterSigning(body -> body + "\n"));
        badSignature(aSignedNotification().tamperedAfterSigning(body -> "\u00ef\u00bb\u00bf" + body));
    }

    @Test
    void raw08EmojiPassesRawAndEscaped() {
        for (String note : List.of("gift 🎁 è", "gift \\ud83c\\udf81 \\u00e8")) {
            Delivery delivery = aSignedNotification()
                    .intent("metadata", "{\"note\":\"" + note + "\",\"order_no\":\"" + note + "\"}")
                    .deliver();
            assertThat(Expect.payment(channel, delivery).orderNo()).isEqualTo("gift 🎁 è");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"GBK", "ISO-8859-1"})
    void raw08TextVerifiesUnderAnyDefaultCharset(String charset) throws Exception {
        assertThat(UnderCharset.run(charset, DecodesEmoji.class)).isEqualTo("gift 5 under " + charset);
    }

    @Test
    void raw12ABodyWithoutContentLengthIsNotTakenForEmpty() {
        Delivery chunked = aSignedNotification().deliver();
        assertThat(chunked.header("Content-Length")).isEmpty();
        Expect.accepted(channel, chunked);
    }

    @Test
    void par19TheHeaderIsFoundInAnyCaseAndOnlyOnce() {
        Expect.accepted(
                channel, aSignedNotification().headerName("stripe-signature").deliver());
        String genuine = aSignedNotification()
                .deliver()
                .header(StripeNotification.SIGNATURE)
                .get(0);
        malformed(aSignedNotification().headers(genuine, genuine));
    }

    @Test
    void sec02AMissingOrEmptySignatureIsRefused() {
        badSignature(aSignedNotification().headers());
        badSignature(aSignedNotification().headers(""));
        badSignature(aSignedNotification().header(header -> header.replaceAll(",v1=.*", "")));
        badSignature(aSignedNotification().header(header -> header.replaceAll("v1=.*", "v1=")));
    }

    @Test
    void sec02WhatTheEmptyKeySignedIsRefused() {
        // An empty key cannot be used with the JDK's Mac; 64 zero bytes are the same HMAC key.
        String empty = "\u0000".repeat(64);
        badSignature(aSignedNotification().signedBy(empty));
        badSignature(aSignedNotification().signedBy("whsec_"));
    }

    @Test
    void theWholeSecretIsTheKeyAndNotItsPartBehindThePrefix() {
        badSignature(aSignedNotification().signedBy(SECRET.substring("whsec_".length())));
        badSignature(aSignedNotification().signedBy(OTHER_SECRET));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "v1",
                "t",
                "t=",
                "t=,v1=",
                "t=abc",
                ",,,,",
                "=",
                "t=1796094245 ,v1=aa",
                "v1=aaaa",
                "t=1796094245,t=1796094245,v1=aa",
                "t=-1",
                "\u00e9"
            })
    void aMutilatedHeaderIsAValueAndNoException(String header) {
        assertThat(Expect.refusal(channel, aSignedNotification().headers(header).deliver())
                        .reason())
                .isIn(Refusal.MALFORMED, Refusal.BAD_SIGNATURE);
    }

    @Test
    void twoTimestampsAreRefusedWhicheverWasSigned() {
        malformed(aSignedNotification().header(header -> header + ",t=1"));
        malformed(aSignedNotification().header(header -> "t=1," + header));
    }

    @Test
    void sec06OnlyTheWholeMacInLowerCaseHexCounts() {
        UnaryOperator<String> upper = header -> "t=" + header.substring(2).toUpperCase(Locale.ROOT);
        badSignature(aSignedNotification().header(header -> upper.apply(header).replace("V1=", "v1=")));
        badSignature(aSignedNotification().header(header -> header.substring(0, header.length() - 1)));
        badSignature(aSignedNotification().header(header -> header.substring(0, header.length() - 2)));
        badSignature(aSignedNotification().header(header -> header + "00"));
        badSignature(aSignedNotification()
                .header(header -> header.substring(0, header.length() - 1) + (header.endsWith("0") ? '1' : '0')));
    }

    @Test
    void key01OldAndNewSecretVerifySideBySide() {
        Channel both = channel(Map.of("secrets", List.of(SECRET, OTHER_SECRET)));
        Expect.accepted(both, aSignedNotification().signedBy(SECRET).deliver());
        Expect.accepted(both, aSignedNotification().signedBy(OTHER_SECRET).deliver());
        Expect.accepted(
                both, aSignedNotification().signedBy(OTHER_SECRET, SECRET).deliver());
        Expect.refused(both, aSignedNotification().signedBy("whsec_third").deliver(), Refusal.BAD_SIGNATURE);
    }

    @Test
    void key07AnyV1CountsAndNoOtherScheme() {
        Expect.accepted(
                channel, aSignedNotification().signedBy(OTHER_SECRET, SECRET).deliver());
        Expect.accepted(
                channel, aSignedNotification().signedBy(SECRET, OTHER_SECRET).deliver());
        Expect.accepted(
                channel, aSignedNotification().header(header -> header + DECOY).deliver());
        Expect.accepted(
                channel,
                aSignedNotification()
                        .header(header -> header.replace(",v1=", DECOY + ",v2=x,future,v1=zz,v1="))
                        .deliver());
        for (String scheme : List.of("v0", "v2", "V1", " v1", "v11", "v", "")) {
            badSignatureOrMalformed(aSignedNotification().header(header -> header.replace("v1=", scheme + "=")));
        }
    }

    private void badSignatureOrMalformed(StripeNotification notification) {
        assertThat(Expect.refusal(channel, notification.deliver()).reason())
                .isIn(Refusal.BAD_SIGNATURE, Refusal.MALFORMED);
    }

    @Test
    void key07TheNumberOfEntriesIsLimited() {
        Expect.accepted(
                channel,
                aSignedNotification()
                        .header(header -> header.replace(",v1=", ",v1=".repeat(49)))
                        .deliver());
        malformed(aSignedNotification().header(header -> header.replace(",v1=", ",v1=".repeat(50))));
        malformed(aSignedNotification().header(header -> header + DECOY.repeat(300)));
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

    @ParameterizedTest
    @ValueSource(strings = {"-1", "+1", "99999999999999999999", "1796094245.0", "0x1", "１７９６０９４２４５", "abc", ""})
    void tim01WhatIsNotDigitsOrOverflowsIsRefused(String timestamp) {
        malformed(aSignedNotification().signedAt(timestamp));
    }

    @Test
    void aTimestampOtherThanTheSignedOneIsRefused() {
        long now = NOW.getEpochSecond();
        badSignature(aSignedNotification().header(header -> header.replace("t=" + now, "t=" + (now + 1))));
        badSignature(aSignedNotification().header(header -> header.replace("t=", "t=0")));
    }

    @Test
    void tim02AgeIsMeasuredAgainstTheReceiptNotTheCheck() {
        Instant longAgo = Instant.parse("2020-01-01T00:00:00Z");
        PaymentNotification payment = Expect.payment(
                channel,
                aSignedNotification()
                        .signedAt(longAgo)
                        .receivedAt(longAgo.plusSeconds(60))
                        .deliver());
        assertThat(payment.receivedAt()).isEqualTo(longAgo.plusSeconds(60));
    }

    @Test
    void tim03AWrongClockIsToldWithTheDifference() {
        for (int minutes : new int[] {6, -6}) {
            Expect.refused(
                    channel,
                    aSignedNotification()
                            .receivedAt(NOW.plus(Duration.ofMinutes(minutes)))
                            .deliver(),
                    Refusal.STALE,
                    "timestamp is off by seconds=" + minutes * 60);
        }
    }

    @Test
    void nothingIsReadBeforeTheSignatureIsVerified() {
        badSignature(aSignedNotification().tamperedAfterSigning(body -> "not JSON"));
        badSignature(aSignedNotification().tamperedAfterSigning(body -> ""));
    }
}
