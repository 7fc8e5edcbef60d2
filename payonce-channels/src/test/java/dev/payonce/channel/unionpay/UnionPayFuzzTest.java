package dev.payonce.channel.unionpay;

import static dev.payonce.channel.unionpay.UnionPayNotification.NOW;
import static dev.payonce.channel.unionpay.UnionPayNotification.aSignedNotification;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.channel.Expect;
import dev.payonce.channel.Fuzz;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever is done to a signed form: no exception comes out, and no payment unless what was signed still says the same. */
class UnionPayFuzzTest {
    private static final int ROUNDS = 5;
    private static final List<String> TOKENS = List.of(
            "&",
            "=",
            "%",
            "%26",
            "%3D",
            "%00",
            "%FF",
            "+",
            "&txnAmt=1",
            "&signature=",
            "&signMethod=11",
            "-----BEGIN+CERTIFICATE-----",
            "-----END+CERTIFICATE-----",
            "%0D%0A",
            "MII",
            "MIIEYzCCA0ugAwIBAgIFEDkw",
            "\u0000",
            "é",
            "&p=".repeat(250));

    private final Channel channel = UnionPayNotification.channel();

    @Test
    @Timeout(600)
    void aDamagedFormIsNeverAnotherPaymentAndNeverAnException() {
        Random random = new Random(Fuzz.seed());
        List<Delivery> genuine = List.of(
                aSignedNotification().deliver(),
                aSignedNotification().field("reserved", "").deliver(),
                aSignedNotification().field("reqReserved", "x&txnAmt=1&zz=").deliver(),
                aSignedNotification().field("respCode", "A6").deliver());
        int refused = 0;
        int count = Fuzz.count() * ROUNDS;
        for (int i = 0; i < count; i++) {
            Delivery before = Fuzz.pick(random, genuine);
            String text = mutate(random, new String(before.body().bytes(), StandardCharsets.ISO_8859_1));
            Decoded decoded = Expect.single(channel, UnionPayNotification.delivery(text, NOW));
            if (decoded instanceof Decoded.Refused) {
                refused++;
            } else {
                assertThat(Fuzz.effect(decoded))
                        .as("mutation %d: %s", i, text)
                        .isEqualTo(Fuzz.effect(Expect.single(channel, before)));
            }
        }
        // The mutations must bite, and not always.
        assertThat(refused).isBetween(count / 3, count - 1);
    }

    @Test
    @Timeout(300)
    void aGenuineSignatureOverStrangeContentIsNeverAnException() {
        Random random = new Random(Fuzz.seed());
        List<String> names = List.of(
                "merId",
                "queryId",
                "orderId",
                "txnAmt",
                "txnTime",
                "txnType",
                "currencyCode",
                "respCode",
                "encoding",
                "x");
        for (int i = 0; i < Math.max(1, Fuzz.count() / 20); i++) {
            String strange = Fuzz.damage(random, Fuzz.pick(random, TOKENS), TOKENS);
            UnionPayNotification notification = aSignedNotification().field(Fuzz.pick(random, names), strange);
            assertThat(channel.decode(notification.deliver())).hasSize(1);
        }
    }

    private static String mutate(Random random, String body) {
        List<String> parameters = new ArrayList<>(Arrays.asList(body.split("&", -1)));
        int at = random.nextInt(parameters.size());
        switch (random.nextInt(6)) {
            case 0 -> parameters.add(0, parameters.remove(at));
            case 1 -> parameters.add(parameters.get(at));
            case 2 -> parameters.remove(at);
            case 3 -> parameters.set(at, Fuzz.damage(random, parameters.get(at), TOKENS));
            case 4 -> parameters.set(at, parameters.get(at).replace("%26", "&").replace("%3D", "="));
            default -> parameters.set(3, Fuzz.damage(random, parameters.get(3), TOKENS));
        }
        return String.join("&", parameters);
    }
}
