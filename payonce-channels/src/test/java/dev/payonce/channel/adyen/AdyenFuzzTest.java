package dev.payonce.channel.adyen;

import static dev.payonce.channel.adyen.AdyenItem.MERCHANT;
import static dev.payonce.channel.adyen.AdyenItem.anItem;
import static dev.payonce.channel.adyen.AdyenNotification.delivery;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.channel.Fuzz;
import dev.payonce.channel.FuzzContract;
import dev.payonce.channel.Oversized;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class AdyenFuzzTest extends FuzzContract {
    private static final List<String> TOKENS = Fuzz.json(
            "\\u003a",
            "\"false\"",
            "\"live\":\"true\"",
            "\"NotificationRequestItem\":",
            "\"merchantAccountCode\":\"" + MERCHANT + "\"",
            "\"originalReference\":\"",
            ":" + MERCHANT + ":",
            "\"value\":1",
            "\"success\":\"true\"");
    private static final List<String> NAMES = List.of(
            "pspReference",
            "originalReference",
            "merchantAccountCode",
            "merchantReference",
            "eventCode",
            "success",
            "amount",
            "additionalData",
            "x");
    /** Where the signed text can be cut again: between two members, or at a colon inside one. */
    private static final List<String> REFERENCES = List.of(
            "P1", "P:1", "", ":", "O1", MERCHANT, "x:" + MERCHANT + ":y", "ORD1", "ORD2", "1:EUR:AUTHORISATION:true");

    private static final int MANY_ITEMS = 2000;

    private final Channel channel = AdyenNotification.channel();

    @Override
    protected Channel channel() {
        return channel;
    }

    @Override
    protected List<Delivery> genuine() {
        return List.of(
                body("\"true\"", anItem()),
                body("\"true\"", anItem().text("success", "false")),
                body("\"true\"", anItem().text("eventCode", "CAPTURE").text("originalReference", "O1")),
                body("\"false\"", anItem()),
                body("\"true\"", anItem().text("merchantReference", "a:b"), anItem().text("pspReference", "P2")));
    }

    @Override
    protected List<Delivery> oversized() {
        AdyenItem[] items = Collections.nCopies(MANY_ITEMS, anItem()).toArray(new AdyenItem[0]);
        Stream<Delivery> signed = Stream.of(
                body("\"true\"", items),
                body("\"true\"", anItem().text("merchantReference", "x".repeat(1_000_000))),
                body("\"true\"", anItem().text("merchantReference", "x".repeat(1_000_000) + "支")),
                body("\"true\"", anItem().text("merchantReference", ":".repeat(1_000_000))),
                body("\"true\"", anItem().amount("9".repeat(1_000_000), "EUR")),
                body("\"true\"", anItem().signature("\"" + "A".repeat(1_000_000) + "\"")));
        return Stream.concat(Oversized.json().stream().map(AdyenNotification::delivery), signed)
                .toList();
    }

    private static Delivery body(String live, AdyenItem... items) {
        return AdyenNotification.deliver(live, items);
    }

    @Override
    protected Delivery damaged(Random random, Delivery delivery) {
        String text = new String(delivery.body().bytes(), StandardCharsets.UTF_8);
        int times = 1 + random.nextInt(3);
        for (int time = 0; time < times; time++) {
            text = Fuzz.damage(random, text, TOKENS);
        }
        return delivery(text);
    }

    @Override
    protected Delivery strange(Random random) {
        String strange = Fuzz.strange(random, TOKENS);
        AdyenItem item = random.nextBoolean()
                ? anItem().text(Fuzz.pick(random, NAMES), strange)
                : anItem().member(Fuzz.pick(random, NAMES), strange);
        return body("\"true\"", item);
    }

    /** Each item is signed by itself; only its effect can tell. */
    @Override
    protected boolean isSigned(Delivery before, Delivery after) {
        return true;
    }

    /** The mode is not signed; keys of its own keep the test environment's deliveries out (channels.md 7.2). */
    @Override
    protected List<Delivery> alsoSigned(Delivery delivery) {
        String text = new String(delivery.body().bytes(), StandardCharsets.UTF_8);
        return List.of(delivery(text.replace("\"live\":\"false\"", "\"live\":\"true\"")));
    }

    /** The time is not signed (channels.md 7.2). */
    @Override
    protected String effect(Decoded decoded) {
        return decoded.fold(
                payment -> payment.key() + " " + payment.content(), ignored -> "ignored", refused -> "refused");
    }

    /** A stranger with one genuine item: other members under the same signed text never make another payment. */
    @Test
    void aSignedTextCutInAnyOtherWayIsNeverAnotherPayment() {
        Fuzz.each(Fuzz.count(), random -> {
            AdyenItem genuine = anItem().text("pspReference", Fuzz.pick(random, REFERENCES))
                    .text("merchantReference", references(random));
            AdyenItem cut = cut(random, genuine);
            assertThat(cut.signedText()).isEqualTo(genuine.signedText());
            List<String> effects = new ArrayList<>(effects(genuine));
            effects.addAll(effects(cut));
            effects.removeIf("refused"::equals);
            assertThat(new LinkedHashSet<>(effects))
                    .as("%s cut as %s", genuine, cut)
                    .hasSizeLessThanOrEqualTo(1);
        });
    }

    private List<String> effects(AdyenItem item) {
        return channel.decode(body("\"true\"", item)).stream().map(this::effect).toList();
    }

    private static String references(Random random) {
        List<String> parts = new ArrayList<>();
        for (int i = random.nextInt(3); i >= 0; i--) {
            parts.add(Fuzz.pick(random, REFERENCES));
        }
        return String.join(":", parts);
    }

    /** The last four fields hold no colon, so that only the first four can be cut otherwise. */
    private static AdyenItem cut(Random random, AdyenItem genuine) {
        String[] words = genuine.signedText().split(":", -1);
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
}
