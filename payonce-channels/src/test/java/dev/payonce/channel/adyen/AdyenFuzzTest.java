package dev.payonce.channel.adyen;

import static dev.payonce.channel.adyen.AdyenItem.MERCHANT;
import static dev.payonce.channel.adyen.AdyenItem.anItem;
import static dev.payonce.channel.adyen.AdyenNotification.body;
import static dev.payonce.channel.adyen.AdyenNotification.channel;
import static dev.payonce.channel.adyen.AdyenNotification.delivery;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.channel.Fuzz;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever is done to a signed delivery: no exception comes out, and no payment but those that were signed. */
class AdyenFuzzTest {
    private static final List<String> TOKENS = List.of(
            "\"",
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "\\",
            "\\u003a",
            "\\ud800",
            "null",
            "true",
            "\"false\"",
            "-1",
            "1e9",
            "0.1",
            "9".repeat(40),
            "\"live\":\"true\"",
            "\"NotificationRequestItem\":",
            "\"merchantAccountCode\":\"" + MERCHANT + "\"",
            "\"originalReference\":\"",
            ":" + MERCHANT + ":",
            "\"value\":1",
            "{\"a\":".repeat(60),
            "\"success\":\"true\"",
            "\n",
            " ",
            "\ufeff",
            "é",
            "\u0000");
    /** Where the signed text can be cut again: between two members, or at a colon inside one. */
    private static final List<String> REFERENCES = List.of(
            "P1", "P:1", "", ":", "O1", MERCHANT, "x:" + MERCHANT + ":y", "ORD1", "ORD2", "1:EUR:AUTHORISATION:true");

    private final Channel channel = channel();

    @Test
    @Timeout(300)
    void aDamagedDeliveryIsNeverAnotherPaymentAndNeverAnException() {
        Random random = new Random(Fuzz.seed());
        List<String> genuine = List.of(
                body("\"true\"", anItem()),
                body("\"true\"", anItem().text("success", "false")),
                body("\"true\"", anItem().text("eventCode", "CAPTURE").text("originalReference", "O1")),
                body("\"false\"", anItem()),
                body("\"true\"", anItem().text("merchantReference", "a:b"), anItem().text("pspReference", "P2")));
        Set<String> signed = new LinkedHashSet<>();
        genuine.forEach(text -> signed.addAll(effects(text)));
        int refused = 0;
        for (int i = 0; i < Fuzz.count(); i++) {
            String text = Fuzz.pick(random, genuine);
            int times = 1 + random.nextInt(3);
            for (int time = 0; time < times; time++) {
                text = Fuzz.damage(random, text, TOKENS);
            }
            List<String> effects = effects(text);
            assertThat(effects).as("mutation %d: %s", i, text).isNotEmpty();
            for (String effect : effects) {
                if (effect.isEmpty()) {
                    refused++;
                } else {
                    assertThat(signed).as("mutation %d: %s", i, text).contains(effect);
                }
            }
        }
        // The mutations must bite.
        assertThat(refused).isGreaterThan(Fuzz.count() / 2);
    }

    /** A stranger with one genuine item: other members under the same signed text never make another payment. */
    @Test
    @Timeout(300)
    void aSignedTextCutInAnyOtherWayIsNeverAnotherPayment() {
        Random random = new Random(Fuzz.seed());
        for (int i = 0; i < Fuzz.count(); i++) {
            AdyenItem genuine = anItem().text("pspReference", Fuzz.pick(random, REFERENCES))
                    .text("merchantReference", references(random));
            List<String> effects = new ArrayList<>(effects(body("\"true\"", genuine)));
            String[] words = genuine.signedText().split(":", -1);
            AdyenItem cut = cut(random, words, genuine);
            effects.addAll(effects(body("\"true\"", cut)));
            effects.removeIf(String::isEmpty);
            if (!cut.signedText().equals(genuine.signedText())) {
                throw new AssertionError("not the same signed text");
            }
            assertThat(new LinkedHashSet<>(effects))
                    .as("%s cut as %s", genuine, cut)
                    .hasSizeLessThanOrEqualTo(1);
        }
    }

    private static String references(Random random) {
        List<String> parts = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            parts.add(Fuzz.pick(random, REFERENCES));
        }
        return String.join(":", parts);
    }

    /** The last four fields hold no colon, so that only the first four can be cut otherwise. */
    private static AdyenItem cut(Random random, String[] words, AdyenItem genuine) {
        int end = words.length - 4;
        int second = 1 + random.nextInt(end - 3);
        int third = second + 1 + random.nextInt(end - second - 2);
        int fourth = third + 1 + random.nextInt(end - third - 1);
        return anItem().text("pspReference", join(words, 0, second))
                .text("originalReference", join(words, second, third))
                .text("merchantAccountCode", join(words, third, fourth))
                .text("merchantReference", join(words, fourth, end))
                .signature("\"" + genuine.base64Mac() + "\"");
    }

    private static String join(String[] words, int from, int to) {
        return String.join(":", List.of(words).subList(from, to));
    }

    @Test
    @Timeout(300)
    void aGenuineSignatureOverStrangeContentIsNeverAnException() {
        Random random = new Random(Fuzz.seed());
        List<String> names = List.of(
                "pspReference",
                "originalReference",
                "merchantAccountCode",
                "merchantReference",
                "eventCode",
                "success",
                "amount",
                "additionalData",
                "x");
        for (int i = 0; i < Math.max(1, Fuzz.count() / 20); i++) {
            String strange = Fuzz.damage(random, Fuzz.pick(random, TOKENS), TOKENS);
            AdyenItem item = random.nextBoolean()
                    ? anItem().text(Fuzz.pick(random, names), strange)
                    : anItem().member(Fuzz.pick(random, names), strange);
            assertThat(channel.decode(delivery(body("\"true\"", item)))).isNotEmpty();
        }
    }

    /** What each item comes to: a payment's key and content, {@code ignored}, or nothing where it is refused. */
    private List<String> effects(String text) {
        return channel.decode(delivery(text)).stream()
                .map(AdyenFuzzTest::effect)
                .toList();
    }

    private static String effect(Decoded decoded) {
        return decoded.fold(payment -> payment.key() + " " + payment.content(), ignored -> "ignored", refused -> "");
    }
}
