package dev.payonce.channel.alipay;

import static dev.payonce.channel.alipay.AlipayNotification.NOW;
import static dev.payonce.channel.alipay.AlipayNotification.aSignedNotification;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.channel.Expect;
import dev.payonce.channel.Fuzz;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever is done to a signed form: no exception comes out, and no payment unless what was signed still says the same. */
class AlipayFuzzTest {
    private static final List<String> TOKENS = List.of(
            "&",
            "=",
            "%",
            "%2",
            "%26",
            "%3D",
            "%00",
            "%FF",
            "+",
            "%20",
            "&&",
            "a=1",
            "&total_amount=0.01",
            "&sign=",
            "&sign_type=RSA",
            "&body=",
            "charset=gbk",
            "&charset=utf-16",
            "\u0000",
            "é",
            "\n",
            " ",
            "1E2",
            "&trade_no=1",
            "%26total_amount%3D0.01",
            "&p=".repeat(250));

    private final Channel channel = AlipayNotification.channel();

    @Test
    @Timeout(300)
    void aDamagedFormIsNeverAnotherPaymentAndNeverAnException() {
        Random random = new Random(Fuzz.seed());
        List<Delivery> genuine = List.of(
                aSignedNotification().deliver(),
                aSignedNotification().field("body", "").deliver(),
                aSignedNotification().field("body", "x&seller_id=1&y").deliver(),
                aSignedNotification().charset("GBK").deliver(),
                aSignedNotification().field("trade_status", "TRADE_CLOSED").deliver());
        int untouched = 0;
        for (int i = 0; i < Fuzz.count(); i++) {
            Delivery before = Fuzz.pick(random, genuine);
            String text = mutate(random, AlipayForms.text(before));
            Delivery after = AlipayNotification.delivery(text, NOW);
            Decoded decoded = Expect.single(channel, after);
            if (sameSignedPart(before, after)) {
                untouched++;
            } else if (!(decoded instanceof Decoded.Refused)) {
                // Parameters that decide nothing may have been cut otherwise; what is posted may not differ.
                assertThat(Fuzz.effect(decoded))
                        .as("mutation %d: %s", i, text)
                        .isEqualTo(Fuzz.effect(Expect.single(channel, before)));
            }
        }
        // The mutations must bite: at least a quarter changes what was signed.
        assertThat(untouched).isLessThan(Fuzz.count() * 3 / 4);
    }

    @Test
    @Timeout(300)
    void aGenuineSignatureOverStrangeContentIsNeverAnException() {
        Random random = new Random(Fuzz.seed());
        List<String> names = List.of(
                "charset",
                "app_id",
                "seller_id",
                "trade_no",
                "out_trade_no",
                "trade_status",
                "total_amount",
                "gmt_payment",
                "notify_type",
                "trans_currency",
                "x");
        for (int i = 0; i < Math.max(1, Fuzz.count() / 20); i++) {
            String strange = Fuzz.damage(random, Fuzz.pick(random, TOKENS), TOKENS);
            AlipayNotification notification = aSignedNotification().field(Fuzz.pick(random, names), strange);
            assertThat(channel.decode(notification.deliver())).hasSize(1);
        }
    }

    private static String mutate(Random random, String body) {
        List<String> parameters = new ArrayList<>(Arrays.asList(body.split("&", -1)));
        int at = random.nextInt(parameters.size());
        switch (random.nextInt(8)) {
            case 0 -> Collections.shuffle(parameters, random);
            case 1 -> parameters.add(parameters.get(at));
            case 2 -> parameters.remove(at);
            case 3 -> parameters.set(at, Fuzz.damage(random, parameters.get(at), TOKENS));
            // Two parameters become one: the joined text may well stay the same.
            case 4 -> joinWithNext(parameters, at);
            case 5 -> parameters.set(at, parameters.get(at).replace("%26", "&").replace("%3D", "="));
            case 6 -> parameters.add(at, "x" + random.nextInt(9) + "=");
            default -> {
                return Fuzz.damage(random, body, TOKENS);
            }
        }
        return String.join("&", parameters);
    }

    private static void joinWithNext(List<String> parameters, int at) {
        if (at + 1 < parameters.size()) {
            String next = parameters.remove(at + 1).replace("=", "%3D");
            parameters.set(at, parameters.get(at) + "%26" + next);
        }
    }

    /** Order, escapes and empty values are no part of what is signed. */
    private static boolean sameSignedPart(Delivery before, Delivery after) {
        try {
            return said(before).equals(said(after));
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static Map<String, String> said(Delivery delivery) {
        Map<String, String> said = new TreeMap<>(AlipayForms.parse(delivery));
        said.values().removeIf(String::isEmpty);
        return said;
    }
}
