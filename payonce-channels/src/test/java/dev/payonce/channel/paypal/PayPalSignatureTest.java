package dev.payonce.channel.paypal;

import static dev.payonce.channel.paypal.PayPalWorld.ACCOUNT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.AskingChannel;
import dev.payonce.Delivery;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import dev.payonce.simulator.SigningKey;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.CRC32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PayPalSignatureTest {
    private static final String SIGNATURE = "PAYPAL-TRANSMISSION-SIG";

    private final PayPalWorld world = new PayPalWorld();
    private final AskingChannel channel = world.channel();

    @AfterEach
    void close() {
        world.close();
    }

    private PayPalDelivery signed() {
        return world.aSignedDelivery();
    }

    private static long crc32(Delivery delivery) {
        CRC32 crc = new CRC32();
        crc.update(delivery.body().bytes());
        return crc.getValue();
    }

    @Test
    void raw10TheReceivedBytesPassAndAReserialisedCopyFails() {
        PayPalDelivery delivery = signed().event("summary", "\"caf\u00e9 \\/ 20.00\"");
        Expect.accepted(channel, delivery.deliver());
        for (String[] change : new String[][] {{",", ", "}, {"\\/", "/"}, {"\u00e9", "\\u00e9"}, {"99.00", "99.0"}}) {
            Expect.refused(
                    channel,
                    signed().event("summary", "\"caf\u00e9 \\/ 20.00\"")
                            .tamperedAfterSigning(body -> body.replace(change[0], change[1]))
                            .deliver(),
                    Refusal.BAD_SIGNATURE);
        }
    }

    @Test
    void raw07LineEndsAreSignedAsTheyCome() {
        Expect.accepted(
                channel, signed().body(body -> body.replace(",", ",\r\n")).deliver());
        Expect.refused(
                channel,
                signed().body(body -> body.replace(",", ",\n"))
                        .tamperedAfterSigning(body -> body.replace("\n", "\r\n"))
                        .deliver(),
                Refusal.BAD_SIGNATURE);
        Expect.refused(
                channel, signed().tamperedAfterSigning(body -> body + "\n").deliver(), Refusal.BAD_SIGNATURE);
    }

    @Test
    void raw08EmojiPassesRawAndEscaped() {
        Expect.accepted(channel, signed().event("summary", "\"gift 🎁 è\"").deliver());
        Expect.accepted(
                channel, signed().event("summary", "\"gift \\ud83c\\udf81\"").deliver());
    }

    @Test
    void raw12ABodyWithoutContentLengthIsNotTakenForEmpty() {
        Expect.accepted(channel, signed().header("Transfer-Encoding", "chunked").deliver());
    }

    @Test
    void par18TheChecksumIsAnUnsignedDecimalNumber() {
        int high = 0;
        for (int i = 0; i < 20; i++) {
            String note = "\"note " + i + "\"";
            Delivery delivery = signed().event("summary", note).deliver();
            Expect.accepted(channel, delivery);
            if (crc32(delivery) > Integer.MAX_VALUE) {
                high++;
                Expect.refused(
                        channel,
                        signed().event("summary", note)
                                .checksum(crc -> Integer.toString((int) crc))
                                .deliver(),
                        Refusal.BAD_SIGNATURE);
            }
            Expect.refused(
                    channel,
                    signed().event("summary", note).checksum(Long::toHexString).deliver(),
                    Refusal.BAD_SIGNATURE);
        }
        assertThat(high).isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"PAYPAL-TRANSMISSION-ID", "PAYPAL-TRANSMISSION-TIME", "PAYPAL-CERT-URL", "PAYPAL-AUTH-ALGO"})
    void par19AMissingRepeatedOrEmptyHeaderIsRefusedAndNamed(String header) {
        String genuine = signed().deliver().header(header).get(0);
        String problem = "header " + header + " is missing or repeated";
        Expect.refused(channel, signed().header(header).deliver(), Refusal.MALFORMED, problem);
        Expect.refused(channel, signed().header(header, genuine, genuine).deliver(), Refusal.MALFORMED, problem);
        Expect.refused(channel, signed().header(header, "").deliver(), Refusal.MALFORMED);
        Expect.refused(channel, signed().header(header, "é").deliver(), Refusal.MALFORMED);
        Expect.refused(channel, signed().header(header, "a\nb").deliver(), Refusal.MALFORMED);
        Expect.refused(channel, signed().header(header, "x".repeat(2000)).deliver(), Refusal.MALFORMED);
        Expect.accepted(
                channel,
                signed().header(header)
                        .header(header.toLowerCase(Locale.ROOT), genuine)
                        .deliver());
    }

    @Test
    void sec02AMissingEmptyRepeatedOrShortSignatureIsRefusedBeforeAnythingIsLoaded() {
        String genuine = signed().deliver().header(SIGNATURE).get(0);
        Expect.refused(channel, signed().header(SIGNATURE).deliver(), Refusal.BAD_SIGNATURE);
        Expect.refused(channel, signed().header(SIGNATURE, "").deliver(), Refusal.BAD_SIGNATURE);
        Expect.refused(channel, signed().header(SIGNATURE, "AAAA").deliver(), Refusal.BAD_SIGNATURE);
        Expect.refused(channel, signed().header(SIGNATURE, "no*base64").deliver(), Refusal.BAD_SIGNATURE);
        Expect.refused(channel, signed().header(SIGNATURE, genuine, genuine).deliver(), Refusal.MALFORMED);
        assertThat(world.certificateDownloads()).isZero();
    }

    @Test
    void theAlgorithmIsPinned() {
        for (String algorithm : new String[] {"SHA1withRSA", "MD5withRSA", "SHA512withRSA"}) {
            Expect.refused(channel, signed().signedWith(algorithm).deliver(), Refusal.MALFORMED);
        }
        Expect.refused(channel, signed().header("PAYPAL-AUTH-ALGO", "NONE").deliver(), Refusal.MALFORMED);
        // Weak under the right name is simply wrong.
        Expect.refused(
                channel,
                signed().signedWith("SHA1withRSA")
                        .header("PAYPAL-AUTH-ALGO", "SHA256withRSA")
                        .deliver(),
                Refusal.BAD_SIGNATURE);
    }

    @Test
    void theWebhooksIdIsTheConfiguredOne() {
        Expect.refused(channel, signed().forWebhook("0" + ACCOUNT.webhookId()).deliver(), Refusal.BAD_SIGNATURE);
        Expect.refused(channel, signed().signedBy(SigningKey.stranger()).deliver(), Refusal.BAD_SIGNATURE);
    }

    /** Signed is {@code a|b|…}: another cut of the same text would be another transmission under the same signature. */
    @Test
    void aBarCannotShiftTheParts() {
        Expect.refused(channel, signed().transmission("a|b", "c").deliver(), Refusal.MALFORMED);
        Expect.refused(channel, signed().transmission("a", "b|c").deliver(), Refusal.MALFORMED);
    }

    @Test
    void everySignedPartCounts() {
        Expect.refused(
                channel, signed().header("PAYPAL-TRANSMISSION-ID", "other").deliver(), Refusal.BAD_SIGNATURE);
        Expect.refused(
                channel,
                signed().header("PAYPAL-TRANSMISSION-TIME", "2026-12-01T03:04:05Z")
                        .deliver(),
                Refusal.BAD_SIGNATURE);
        Expect.refused(
                channel,
                signed().tamperedAfterSigning(body -> body.replace("\"99.00\"", "\"1.00\""))
                        .deliver(),
                Refusal.BAD_SIGNATURE);
    }

    /** Case TIM-06: there is no window (channels.md 11.6); the payment's identity is the only defence. */
    @Test
    void tim06AnOldTransmissionIsNotStale() {
        Expect.accepted(
                channel,
                signed().transmission("69cd13f0", "2026-11-01T03:04:05Z").deliver());
    }

    @Test
    void verificationComesBeforeParsing() {
        Expect.refused(
                channel,
                signed().signedBy(SigningKey.stranger()).deliver("not json".getBytes(StandardCharsets.UTF_8)),
                Refusal.BAD_SIGNATURE);
        Expect.refused(channel, signed().deliver("not json".getBytes(StandardCharsets.UTF_8)), Refusal.MALFORMED);
        Expect.refused(channel, signed().deliver(new byte[0]), Refusal.MALFORMED);
    }
}
