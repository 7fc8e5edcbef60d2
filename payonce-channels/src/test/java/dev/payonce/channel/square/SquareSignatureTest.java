package dev.payonce.channel.square;

import static dev.payonce.channel.square.SquareNotification.KEY;
import static dev.payonce.channel.square.SquareNotification.OTHER_KEY;
import static dev.payonce.channel.square.SquareNotification.SIGNATURE;
import static dev.payonce.channel.square.SquareNotification.URL;
import static dev.payonce.channel.square.SquareNotification.aSignedNotification;
import static dev.payonce.channel.square.SquareNotification.channel;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SquareSignatureTest {
    private final Channel channel = channel();

    private void badSignature(SquareNotification notification) {
        Expect.refused(channel, notification.deliver(), Refusal.BAD_SIGNATURE);
    }

    private static String genuine() {
        return aSignedNotification().deliver().header(SIGNATURE).get(0);
    }

    private static SquareNotification with(String... signatures) {
        return aSignedNotification().header(SIGNATURE, signatures);
    }

    @Test
    void raw01TheReceivedBytesPassAndAReserialisedCopyFails() {
        Expect.accepted(channel, aSignedNotification().deliver());
        badSignature(aSignedNotification().tamperedAfterSigning(body -> body.replace("\"type\":", "\"type\": ")));
        Expect.accepted(channel, aSignedNotification().event("x", "\"a\\/b\"").deliver());
        badSignature(
                aSignedNotification().event("x", "\"a\\/b\"").tamperedAfterSigning(body -> body.replace("\\/", "/")));
        badSignature(aSignedNotification().tamperedAfterSigning(body -> body.replace("9900", "9901")));
        badSignature(aSignedNotification().tamperedAfterSigning(body -> "not JSON"));
        badSignature(aSignedNotification().tamperedAfterSigning(body -> ""));
    }

    @Test
    void raw07LineEndsAreSignedAsTheyCome() {
        Expect.accepted(
                channel,
                aSignedNotification().body(body -> body.replace(",", ",\r\n")).deliver());
        badSignature(aSignedNotification()
                .body(body -> body.replace(",", ",\n"))
                .tamperedAfterSigning(body -> body.replace("\n", "\r\n")));
        badSignature(aSignedNotification().tamperedAfterSigning(body -> body + "\n"));
        badSignature(aSignedNotification().tamperedAfterSigning(body -> "\ufeff" + body));
    }

    @Test
    void raw03Raw08TextBeyondAsciiPassesRawAndEscaped() {
        for (String note : List.of("\"gift 🎁 è\"", "\"支付成功\"", "\"\\ud83c\\udf81 \\u00e8\"")) {
            Expect.accepted(channel, aSignedNotification().payment("note", note).deliver());
        }
        badSignature(aSignedNotification()
                .payment("note", "\"è\"")
                .tamperedAfterSigning(body -> body.replace("è", "\\u00e8")));
    }

    @Test
    void raw12ABodyWithoutContentLengthIsNotTakenForEmpty() {
        Delivery chunked =
                aSignedNotification().header("Transfer-Encoding", "chunked").deliver();
        assertThat(chunked.header("Content-Length")).isEmpty();
        Expect.accepted(channel, chunked);
    }

    @Test
    void par17TheUrlIsTheConfiguredOneWhateverTheRequestSays() {
        // Behind the proxy the path, the query, the scheme and the host are others; all deliveries here come to
        // /notify/sq.
        Expect.accepted(
                channel,
                aSignedNotification()
                        .header("Host", "internal:8080")
                        .header("X-Forwarded-Proto", "http")
                        .header("X-Forwarded-Host", "evil.example")
                        .deliver());
        for (String other : List.of(
                URL + "/",
                URL + "?a=1",
                "http://shop.example/wh/square",
                "https://SHOP.example/wh/square",
                "https://shop.example:443/wh/square",
                "https://shop.example/wh/Square",
                "https://internal:8080/notify/sq",
                "")) {
            badSignature(aSignedNotification().signedFor(other).header("Host", "internal:8080"));
        }
        // Registered in any of these forms it counts as it stands; nothing of it is normalised.
        for (String registered : List.of(
                URL + "/",
                URL + "/?a=1&b=%C3%A8",
                URL + "?",
                "https://SHOP.example:443/wh/../wh/square",
                "http://shop.example")) {
            Channel other = channel(Map.of("notification-url", List.of(registered)));
            Expect.accepted(other, aSignedNotification().signedFor(registered).deliver());
            Expect.refused(other, aSignedNotification().deliver(), Refusal.BAD_SIGNATURE);
        }
    }

    @Test
    void theBorderBetweenUrlAndBodyCannotBeMoved() {
        // Signed is the URL and the body without anything between them; the URL is ours.
        badSignature(aSignedNotification().signedFor(URL + "{}").tamperedAfterSigning(body -> "{}" + body + " "));
        Expect.refused(
                channel,
                aSignedNotification()
                        .signedFor(URL + "{}")
                        .tamperedAfterSigning(body -> "{}" + body)
                        .deliver(),
                Refusal.MALFORMED);
    }

    @Test
    void par19HeaderNamesAreFoundInAnyCase() {
        Expect.accepted(
                channel,
                aSignedNotification()
                        .header("X-Square-HmacSha256-Signature", genuine())
                        .deliver());
    }

    @Test
    void par19ARepeatedOrStrangeHeaderIsRefusedAndNamed() {
        Expect.refused(
                channel,
                with(genuine(), genuine()).deliver(),
                Refusal.MALFORMED,
                "header " + SIGNATURE + " is missing or repeated");
        Expect.refused(channel, with(genuine() + " ").deliver(), Refusal.MALFORMED);
        Expect.refused(channel, with("é").deliver(), Refusal.MALFORMED);
        Expect.refused(channel, with("a".repeat(129)).deliver(), Refusal.MALFORMED);
        Expect.refused(channel, with(genuine() + "," + genuine()).deliver(), Refusal.BAD_SIGNATURE);
    }

    @Test
    void sec01Sec02AMissingOrEmptySignatureIsRefused() {
        badSignature(with());
        badSignature(with(""));
        // The old header, HMAC-SHA1, is no substitute.
        badSignature(with().header("x-square-signature", genuine()));
        badSignature(with(Base64.getEncoder().encodeToString(new byte[32])));
    }

    @Test
    void sec06ASignatureThatDiffersAtItsEndOnlyOrIsShorterIsRefused() {
        byte[] signature = Base64.getDecoder().decode(genuine());
        byte[] shorter = Arrays.copyOf(signature, signature.length - 1);
        byte[] longer = Arrays.copyOf(signature, signature.length + 1);
        signature[signature.length - 1] ^= 1;
        for (byte[] wrong : List.of(signature, shorter, longer)) {
            badSignature(with(Base64.getEncoder().encodeToString(wrong)));
        }
        badSignature(with("not*base64"));
        badSignature(with(genuine().toLowerCase(Locale.ROOT)));
        badSignature(aSignedNotification().signedBy(OTHER_KEY));
        badSignature(aSignedNotification().signedBy(KEY.toLowerCase(Locale.ROOT)));
    }

    @Test
    void key01OldAndNewKeyPassSideBySide() {
        Channel both = channel(Map.of("secrets", List.of(KEY, OTHER_KEY)));
        Expect.accepted(both, aSignedNotification().deliver());
        Expect.accepted(both, aSignedNotification().signedBy(OTHER_KEY).deliver());
        Expect.refused(
                channel(Map.of("secrets", List.of(OTHER_KEY))),
                aSignedNotification().deliver(),
                Refusal.BAD_SIGNATURE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"square-retry-number", "square-retry-reason", "square-initial-delivery-timestamp"})
    void tim06ARetryIsTheSameMessageUnderTheSameSignature(String header) {
        Expect.accepted(channel, aSignedNotification().header(header, "2").deliver());
    }
}
