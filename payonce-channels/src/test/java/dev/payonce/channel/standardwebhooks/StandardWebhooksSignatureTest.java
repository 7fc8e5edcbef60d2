package dev.payonce.channel.standardwebhooks;

import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.ID;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.NOW;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.OTHER_SECRET;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.SECRET;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.SIGNATURE;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.TIMESTAMP;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.aSignedNotification;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.channel;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.StrictJson;
import dev.payonce.channel.Vectors;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StandardWebhooksSignatureTest {
    private final Channel channel = channel();

    private void accepted(StandardWebhooksNotification notification) {
        Expect.accepted(channel, notification.deliver());
    }

    private void badSignature(StandardWebhooksNotification notification) {
        Expect.refused(channel, notification.deliver(), Refusal.BAD_SIGNATURE);
    }

    private void malformed(StandardWebhooksNotification notification) {
        Expect.refused(channel, notification.deliver(), Refusal.MALFORMED);
    }

    @Test
    void theSpecificationsOwnVectorVerifies() throws Exception {
        JsonObject vector =
                StrictJson.read(Vectors.read("standard-webhooks/v1.json").getBytes(StandardCharsets.UTF_8), "vector");
        Channel theirs = channel(Map.of("secrets", List.of(vector.text("secret"))));
        Instant at = Instant.ofEpochSecond(Long.parseLong(vector.text("timestamp")));
        StandardWebhooksNotification notification = aSignedNotification()
                .text(any -> textOf(vector, "body"))
                .id(vector.text("id"))
                .signedAt(at)
                .receivedAt(at)
                .header(SIGNATURE, vector.text("signature"));
        // Genuine, and no payment in it.
        Expect.ignored(theirs, notification.deliver());
        Expect.refused(
                theirs, notification.tamperedAfterSigning(body -> body + " ").deliver(), Refusal.BAD_SIGNATURE);
    }

    private static String textOf(JsonObject vector, String member) {
        try {
            return vector.text(member);
        } catch (RefusedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void raw01Raw07TheReceivedBytesCountAsTheyCome() {
        accepted(aSignedNotification());
        accepted(aSignedNotification().text(body -> body.replace(",", ",\r\n") + "\n"));
        badSignature(aSignedNotification()
                .text(body -> body.replace(",", ",\n"))
                .tamperedAfterSigning(body -> body.replace("\n", "\r\n")));
        badSignature(aSignedNotification().tamperedAfterSigning(body -> body + "\n"));
        badSignature(aSignedNotification().tamperedAfterSigning(body -> body.replace(":", ": ")));
        badSignature(aSignedNotification().tamperedAfterSigning(body -> "not JSON"));
    }

    @Test
    void raw08EmojiPassesRawAndEscaped() {
        accepted(aSignedNotification().body("note", "\"gift 🎁 è\""));
        accepted(aSignedNotification().body("note", "\"gift \\ud83c\\udf81 \\u00e8\""));
    }

    @ParameterizedTest
    @ValueSource(strings = {ID, TIMESTAMP})
    void key07AMissingRepeatedOrEmptyHeaderIsRefusedAndNamed(String header) {
        String genuine = aSignedNotification().deliver().header(header).get(0);
        Expect.refused(
                channel,
                aSignedNotification().header(header, genuine, genuine).deliver(),
                Refusal.MALFORMED,
                "header " + header + " is missing or repeated");
        malformed(aSignedNotification().header(header));
        malformed(aSignedNotification().header(header, ""));
        malformed(aSignedNotification().header(header, "x".repeat(257)));
        malformed(aSignedNotification().header(header, "é"));
        malformed(aSignedNotification().header(header, genuine + " "));
        badSignature(aSignedNotification().header(header, header.equals(ID) ? genuine + "x" : shifted(genuine)));
    }

    private static String shifted(String seconds) {
        return String.valueOf(Long.parseLong(seconds) + 1);
    }

    @Test
    void par19HeadersAreFoundInAnyCase() {
        String genuine = aSignedNotification().deliver().header(SIGNATURE).get(0);
        accepted(aSignedNotification().header(SIGNATURE).header("Webhook-Signature", genuine));
    }

    @Test
    void sec02AMissingEmptyOrRepeatedSignatureIsRefused() {
        badSignature(aSignedNotification().header(SIGNATURE));
        badSignature(aSignedNotification().header(SIGNATURE, ""));
        String genuine = aSignedNotification().deliver().header(SIGNATURE).get(0);
        malformed(aSignedNotification().header(SIGNATURE, genuine, genuine));
        malformed(aSignedNotification().signature(value -> value + "\t"));
    }

    @Test
    void aPointInTheIdCannotShiftWhereTheTimestampBegins() {
        // One signed text, "msg.1796094245.1796094246.{…}", cut in two ways.
        malformed(aSignedNotification().id("msg." + NOW.getEpochSecond()));
        malformed(aSignedNotification().id("."));
        malformed(aSignedNotification().signedAt(NOW.getEpochSecond() + ".1"));
    }

    @Test
    void key01OldAndNewSecretVerifySideBySide() {
        Channel both = channel(Map.of("secrets", List.of(SECRET, OTHER_SECRET)));
        Expect.accepted(both, aSignedNotification().signedBy(SECRET).deliver());
        Expect.accepted(both, aSignedNotification().signedBy(OTHER_SECRET).deliver());
        badSignature(aSignedNotification().signedBy(OTHER_SECRET));
    }

    @Test
    void key07AnyV1CountsAndNoOtherVersion() {
        accepted(aSignedNotification().signedBy(OTHER_SECRET, SECRET));
        accepted(aSignedNotification().signedBy(SECRET, OTHER_SECRET));
        accepted(aSignedNotification().signature(genuine -> "v1a,xxxx v1,bad v1,AAAA  v9 , " + genuine));
        for (String version : List.of("v1a", "v0", "v2", "V1", "v", "")) {
            badSignature(aSignedNotification().signature(genuine -> genuine.replace("v1,", version + ",")));
        }
        badSignature(aSignedNotification().signature(genuine -> genuine.replace("v1,", "v1;")));
        badSignature(aSignedNotification().signature(genuine -> genuine.substring(3)));
        badSignature(aSignedNotification().signature(genuine -> genuine.replace("v1,", "v1,,")));
    }

    @Test
    void key07TheNumberOfEntriesIsLimited() {
        accepted(aSignedNotification().signature(genuine -> "v1,AAAA ".repeat(49) + genuine));
        malformed(aSignedNotification().signature(genuine -> "v1,AAAA ".repeat(50) + genuine));
        malformed(aSignedNotification().signature(genuine -> genuine + " v1,AAAA".repeat(299)));
        malformed(aSignedNotification().signature(genuine -> (genuine + " ").repeat(300)));
    }

    @Test
    void sec06OnlyTheWholeMacCounts() {
        badSignature(aSignedNotification().signature(genuine -> genuine.substring(0, genuine.length() - 2)));
        badSignature(aSignedNotification().signature(genuine -> "v1,"));
        badSignature(aSignedNotification().signature(genuine -> genuine.replace("v1,", "v1,AAAA")));
        badSignature(aSignedNotification()
                .signature(genuine -> "v1," + (genuine.charAt(3) == 'A' ? 'B' : 'A') + genuine.substring(4)));
        badSignature(aSignedNotification().signature(genuine -> "v1,not*base64"));
    }

    @ParameterizedTest
    @ValueSource(longs = {-299, -300, 0, 299, 300})
    void tim01InsideFiveMinutesOfEitherSidePasses(long offset) {
        accepted(aSignedNotification().signedAt(NOW.plusSeconds(offset)));
    }

    @ParameterizedTest
    @ValueSource(longs = {-301, 301, 315_360_000, -315_360_000})
    void tim01OutsideFiveMinutesOfEitherSideIsStale(long offset) {
        Expect.refused(
                channel, aSignedNotification().signedAt(NOW.plusSeconds(offset)).deliver(), Refusal.STALE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "+1", "99999999999999999999", "1796094245.0", "0x1", "abc", "１７９６０９４２４５"})
    void tim01WhatIsNotDigitsOrOverflowsIsRefused(String timestamp) {
        malformed(aSignedNotification().signedAt(timestamp));
    }

    @Test
    void tim02Tim03AgeIsMeasuredAgainstTheReceiptAndTold() {
        Instant longAgo = Instant.parse("2020-01-01T00:00:00Z");
        accepted(aSignedNotification().signedAt(longAgo).receivedAt(longAgo.plusSeconds(60)));
        Expect.refused(
                channel,
                aSignedNotification().receivedAt(NOW.plusSeconds(360)).deliver(),
                Refusal.STALE,
                "timestamp is off by seconds=360");
    }

    @Test
    void raw12ABodyWithoutContentLengthIsNotTakenForEmpty() {
        Delivery chunked = aSignedNotification().deliver();
        assertThat(chunked.header("Content-Length")).isEmpty();
        Expect.accepted(channel, chunked);
    }
}
