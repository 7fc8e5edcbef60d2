package dev.payonce.channel.adyen;

import static dev.payonce.channel.adyen.AdyenItem.KEY;
import static dev.payonce.channel.adyen.AdyenItem.MERCHANT;
import static dev.payonce.channel.adyen.AdyenItem.OTHER_KEY;
import static dev.payonce.channel.adyen.AdyenItem.anItem;
import static dev.payonce.channel.adyen.AdyenNotification.channel;
import static dev.payonce.channel.adyen.AdyenNotification.deliver;
import static dev.payonce.channel.adyen.AdyenNotification.tampered;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AdyenSignatureTest {
    private final Channel channel = channel();

    private void badSignature(AdyenItem item) {
        Expect.refused(channel, deliver(item), Refusal.BAD_SIGNATURE);
    }

    private void ambiguous(AdyenItem item) {
        Expect.refused(
                channel, deliver(item), Refusal.MALFORMED, "references with colons can be read in more than one way");
    }

    @ParameterizedTest
    @CsvSource({
        "ZVWN7D3WSMK2WN82, ORD1",
        "\"pspReference\":\"Z, \"pspReference\":\"X",
        "ORD1, ORD2",
        "9900, 9901",
        "EUR, USD",
        "ShopECOM, ShopPOS1",
        "AUTHORISATION, CAPTURE",
        "\"success\":\"true\", \"success\":\"false\""
    })
    void everySignedFieldIsCovered(String before, String after) {
        Expect.refused(
                channel,
                tampered(anItem(), body -> {
                    assertThat(body).contains(before);
                    return body.replace(before, after);
                }),
                Refusal.BAD_SIGNATURE);
    }

    @Test
    void anOriginalReferenceIsCoveredToo() {
        badSignature(anItem().member("originalReference", "\"X\""));
    }

    @Test
    void raw01TheSignatureIsOverValuesSoThatAnotherSpellingOfThemPasses() {
        // Not so where the body is signed: here re-ordered and re-spaced JSON says the same.
        Expect.accepted(channel, tampered(anItem(), body -> body.replace("\":", "\" :\r\n")));
        Expect.accepted(channel, tampered(anItem(), body -> body.replace("ORD1", "\\u004fRD1")));
    }

    @Test
    void raw08EmojiPassesRawAndEscaped() {
        AdyenItem item = anItem().text("merchantReference", "gift 🎁 è");
        Expect.accepted(channel, deliver(item));
        Expect.accepted(channel, tampered(item, body -> body.replace("gift 🎁 è", "gift \\ud83c\\udf81 \\u00e8")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "14-08-2020-09:53:00",
                "\\:/\\/slashes are fun",
                ":",
                "a::b",
                "a:b:c:d:e:f:g:h",
                "https://shop.example/a?b=c:d",
                "with  blanks inside",
                "back\\slash",
                "1000:EUR:AUTHORISATION:true"
            })
    void par15ValuesAreJoinedUnescaped(String reference) {
        AdyenItem item = anItem().text("merchantReference", reference);
        assertThat(item.signedText()).contains(":" + reference + ":");
        assertThat(Expect.payment(channel, deliver(item)).orderNo()).isEqualTo(reference);
        String escaped = reference.replace("\\", "\\\\").replace(":", "\\:");
        AdyenItem other =
                anItem().text("merchantReference", escaped).member("merchantReference", AdyenItem.json(reference));
        if (!escaped.equals(reference)) {
            badSignature(other);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"P:1", "P\\1", "P\\:1:2", ":P"})
    void par15APspReferenceWithColonOrBackslashPasses(String reference) {
        assertThat(Expect.payment(channel, deliver(anItem().text("pspReference", reference)))
                        .key()
                        .transactionId())
                .isEqualTo(reference);
    }

    @Test
    void par15AbsentAndEmptyFieldsAreSignedAsEmpty() {
        Expect.accepted(channel, deliver(anItem().text("originalReference", "")));
        Expect.accepted(channel, deliver(anItem().member("originalReference", "null")));
        Expect.accepted(channel, deliver(anItem().text("originalReference", "X")));
        Expect.ignored(channel, deliver(anItem().text("merchantReference", "")));
        Expect.ignored(
                channel, deliver(anItem().text("eventCode", "REPORT_AVAILABLE").withoutAmount()));
    }

    @Test
    void anItemThatCanBeCutInTwoWaysIsRefused() {
        // Each pair has one signed text: whoever has the first could send the second.
        AdyenItem genuine = anItem().text("merchantReference", "x:" + MERCHANT + ":ORD2");
        AdyenItem cut = anItem().text("pspReference", "ZVWN7D3WSMK2WN82:")
                .text("originalReference", MERCHANT + ":x")
                .text("merchantReference", "ORD2");
        assertThat(cut.signedText()).isEqualTo(genuine.signedText());
        ambiguous(genuine);
        ambiguous(cut);
        ambiguous(anItem().text("merchantReference", MERCHANT + ":ORD2"));
        ambiguous(anItem().text("pspReference", "P:" + MERCHANT + ":x"));

        AdyenItem twoColons = anItem().text("pspReference", "P:1");
        AdyenItem cutEarlier = anItem().text("pspReference", "P").text("originalReference", "1:");
        assertThat(cutEarlier.signedText()).isEqualTo(twoColons.signedText());
        Expect.accepted(channel, deliver(twoColons));
        ambiguous(cutEarlier);
        // Only what stands between two colons can be taken for the account.
        Expect.accepted(channel, deliver(anItem().text("merchantReference", "x:" + MERCHANT)));
        Expect.accepted(channel, deliver(anItem().text("merchantReference", MERCHANT)));
    }

    @Test
    void anotherAccountsItemCutAtOurNameIsRefused() {
        AdyenItem theirs =
                anItem().text("merchantAccountCode", "Theirs").text("merchantReference", "x:" + MERCHANT + ":ORD2");
        AdyenItem cut = anItem().text("pspReference", "ZVWN7D3WSMK2WN82::Theirs")
                .text("originalReference", "x")
                .text("merchantReference", "ORD2");
        assertThat(cut.signedText()).isEqualTo(theirs.signedText());
        ambiguous(cut);
    }

    @Test
    void sec03AnUnsignedItemIsRefused() {
        badSignature(anItem().unsigned());
        badSignature(anItem().member("additionalData", "{}"));
        badSignature(anItem().member("additionalData", "null"));
        badSignature(anItem().signature("\"\""));
        badSignature(anItem().signature("\"" + "A".repeat(44) + "\""));
        Expect.refused(channel, deliver(anItem().member("additionalData", "[]")), Refusal.MALFORMED);
        Expect.refused(channel, deliver(anItem().signature("7")), Refusal.MALFORMED);
        // Whatever it reports: what is not genuine is not ignored either.
        badSignature(anItem().text("eventCode", "CAPTURE").unsigned());
        Expect.refused(channel, deliver("\"false\"", anItem().unsigned()), Refusal.BAD_SIGNATURE);
    }

    @Test
    void sec03OfABatchTheUnsignedItemIsRefusedAlone() {
        AdyenItem second = anItem().text("pspReference", "P2").unsigned();
        AdyenItem third = anItem().text("pspReference", "P3").text("eventCode", "CAPTURE");
        List<Decoded> decoded = channel.decode(deliver(anItem(), second, third));
        assertThat(decoded).hasSize(3);
        assertThat(decoded.get(0)).isInstanceOf(Decoded.Payment.class);
        assertThat(decoded.get(1))
                .isEqualTo(Decoded.refused(Refusal.BAD_SIGNATURE, "additionalData.hmacSignature is missing"));
        assertThat(decoded.get(2)).isInstanceOf(Decoded.Ignored.class);
    }

    @Test
    void anItemsSignatureIsNoOtherItems() {
        AdyenItem other = anItem().text("pspReference", "P2").signature("\"" + anItem().base64Mac() + "\"");
        List<Decoded> decoded = channel.decode(deliver(anItem(), other));
        assertThat(decoded.get(0)).isInstanceOf(Decoded.Payment.class);
        assertThat(decoded.get(1)).isInstanceOf(Decoded.Refused.class);
    }

    @Test
    void sec06ASignatureThatDiffersAtItsEndOnlyOrIsShorterIsRefused() {
        byte[] signature = Base64.getDecoder().decode(anItem().base64Mac());
        byte[] shorter = Arrays.copyOf(signature, signature.length - 1);
        byte[] longer = Arrays.copyOf(signature, signature.length + 1);
        signature[signature.length - 1] ^= 1;
        for (byte[] wrong : List.of(signature, shorter, longer)) {
            badSignature(anItem().signature("\"" + Base64.getEncoder().encodeToString(wrong) + "\""));
        }
        badSignature(anItem().signature("\"not*base64\""));
        badSignature(anItem().signature("\"" + anItem().base64Mac() + "\\n\""));
        badSignature(anItem().signature("\"" + anItem().base64Mac().toLowerCase(Locale.ROOT) + "\""));
        badSignature(anItem().signedBy(OTHER_KEY));
    }

    @Test
    void key01OldAndNewKeyPassSideBySide() {
        Channel both = channel(KEY, OTHER_KEY);
        Expect.accepted(both, deliver(anItem()));
        Expect.accepted(both, deliver(anItem().signedBy(OTHER_KEY)));
        Expect.refused(channel(OTHER_KEY), deliver(anItem()), Refusal.BAD_SIGNATURE);
    }

    @Test
    void key08TheKeyIsHexWhateverItsCase() {
        Expect.accepted(channel(KEY.toLowerCase(Locale.ROOT)), deliver(anItem()));
    }
}
