package dev.payonce.channel.stripe;

import static dev.payonce.channel.stripe.StripeNotification.OTHER_SECRET;
import static dev.payonce.channel.stripe.StripeNotification.SECRET;
import static dev.payonce.channel.stripe.StripeNotification.SIGNATURE;
import static dev.payonce.channel.stripe.StripeNotification.aSignedNotification;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Body;
import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.channel.Bytes;
import dev.payonce.channel.Expect;
import dev.payonce.channel.Fuzz;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever is done to a signed delivery: no exception comes out, and no payment unless what was signed is untouched. */
class StripeFuzzTest {
    private static final int ALWAYS = 100_000;
    private static final List<String> TOKENS = List.of(
            "\"",
            "{",
            "}",
            "[",
            "]",
            ":",
            ",",
            "\\",
            "\\u0000",
            "\\ud800",
            "null",
            "true",
            "-1",
            "1e9",
            "0.1",
            "9".repeat(40),
            "\"amount_received\":1",
            "\"livemode\":",
            "{\"a\":".repeat(60),
            "\n",
            "\r\n",
            " ",
            "\ufeff",
            "é",
            "\u0000",
            "=",
            "t=",
            ",t=1",
            "v1=",
            ",v1=",
            ",v0=",
            "v1",
            "a".repeat(64),
            ",".repeat(60));
    private static final List<String> EVENT = List.of("type", "livemode", "account", "created", "data", "x");
    private static final List<String> INTENT =
            List.of("id", "object", "status", "metadata", "amount_received", "currency", "x");

    private final Channel channel = StripeNotification.channel();

    private static int count() {
        return Math.max(ALWAYS, Fuzz.count());
    }

    @Test
    @Timeout(300)
    void aDamagedDeliveryIsNeverAPaymentAndNeverAnException() {
        Random random = new Random(Fuzz.seed());
        List<Delivery> genuine = List.of(
                aSignedNotification().deliver(),
                aSignedNotification().type("charge.refunded").deliver(),
                aSignedNotification().signedBy(OTHER_SECRET, SECRET).deliver());
        int untouched = 0;
        for (int i = 0; i < count(); i++) {
            Delivery after = mutate(random, Fuzz.pick(random, genuine));
            Decoded decoded = Expect.single(channel, after);
            if (isSigned(after)) {
                untouched++;
            } else {
                assertThat(decoded).as("mutation %d: %s", i, after.headers()).isInstanceOf(Decoded.Refused.class);
            }
        }
        assertThat(untouched).isLessThan(count() / 3);
    }

    @Test
    @Timeout(300)
    void aGenuineSignatureOverStrangeContentIsNeverAnException() {
        Random random = new Random(Fuzz.seed());
        for (int i = 0; i < count() / 5; i++) {
            String strange = Fuzz.damage(random, Fuzz.pick(random, TOKENS), TOKENS);
            StripeNotification notification = switch (random.nextInt(4)) {
                case 0 -> aSignedNotification().event(Fuzz.pick(random, EVENT), strange);
                case 1 -> aSignedNotification().intent(Fuzz.pick(random, INTENT), strange);
                case 2 -> aSignedNotification().intent(Fuzz.pick(random, INTENT), "\"" + strange + "\"");
                default -> aSignedNotification().body(body -> Fuzz.damage(random, body, TOKENS));
            };
            assertThat(channel.decode(notification.deliver())).hasSize(1);
        }
    }

    private static Delivery mutate(Random random, Delivery delivery) {
        byte[] body = delivery.body().bytes();
        List<String> values = delivery.header(SIGNATURE);
        int times = 1 + random.nextInt(3);
        for (int i = 0; i < times; i++) {
            if (random.nextBoolean()) {
                values = mutateHeader(random, values);
            } else if (random.nextInt(4) == 0 && body.length > 0) {
                body = Arrays.copyOf(body, body.length);
                body[random.nextInt(body.length)] ^= (byte) (1 << random.nextInt(8));
            } else {
                body = Fuzz.damage(random, new String(body, StandardCharsets.UTF_8), TOKENS)
                        .getBytes(StandardCharsets.UTF_8);
            }
        }
        return new Delivery(
                "POST", delivery.path(), Map.of(SIGNATURE, values), null, Body.of(body), delivery.receivedAt());
    }

    private static List<String> mutateHeader(Random random, List<String> values) {
        String value = values.isEmpty() ? "" : values.get(0);
        return switch (random.nextInt(6)) {
            case 0 -> List.of();
            case 1 -> List.of(value, value);
            default -> List.of(Fuzz.damage(random, value, TOKENS));
        };
    }

    /** A second, slower reading of the header, as an independent judge. */
    private static boolean isSigned(Delivery delivery) {
        List<String> values = delivery.header(SIGNATURE);
        if (values.size() != 1) {
            return false;
        }
        List<String> entries = List.of(values.get(0).split(","));
        List<String> times =
                entries.stream().filter(entry -> entry.startsWith("t=")).toList();
        if (times.size() != 1) {
            return false;
        }
        byte[] prefix = (times.get(0).substring(2) + ".").getBytes(StandardCharsets.UTF_8);
        return entries.contains("v1="
                + StripeNotification.mac(
                        SECRET, Bytes.concat(prefix, delivery.body().bytes())));
    }
}
