package dev.payonce.channel.square;

import static dev.payonce.channel.square.SquareNotification.SIGNATURE;
import static dev.payonce.channel.square.SquareNotification.aSignedNotification;
import static dev.payonce.channel.square.SquareNotification.channel;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.channel.Expect;
import dev.payonce.channel.Fuzz;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever is done to a signed delivery: no exception comes out, and no payment unless what was signed is untouched. */
class SquareFuzzTest {
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
            "\"merchant_id\":",
            "\"amount\":1",
            "\"status\":\"COMPLETED\"",
            "{\"a\":".repeat(60),
            "\n",
            "\r\n",
            " ",
            "\ufeff",
            "é",
            "\u0000",
            "=",
            "A");

    private final Channel channel = channel();

    @Test
    @Timeout(300)
    void aDamagedDeliveryIsNeverAPaymentAndNeverAnException() {
        Random random = new Random(Fuzz.seed());
        List<Delivery> genuine = List.of(
                aSignedNotification().deliver(),
                aSignedNotification().event("type", "\"refund.updated\"").deliver(),
                aSignedNotification().payment("status", "\"APPROVED\"").deliver());
        int untouched = 0;
        for (int i = 0; i < Fuzz.count(); i++) {
            Delivery before = Fuzz.pick(random, genuine);
            Delivery after = mutate(random, before);
            Decoded decoded = Expect.single(channel, after);
            if (sameSignedPart(before, after)) {
                untouched++;
            } else {
                assertThat(decoded).as("mutation %d: %s", i, after.headers()).isInstanceOf(Decoded.Refused.class);
            }
        }
        assertThat(untouched).isLessThan(Fuzz.count() / 4);
    }

    @Test
    @Timeout(300)
    void aGenuineSignatureOverStrangeContentIsNeverAnException() {
        Random random = new Random(Fuzz.seed());
        List<String> members =
                List.of("id", "reference_id", "status", "amount_money", "created_at", "location_id", "x");
        for (int i = 0; i < Math.max(1, Fuzz.count() / 20); i++) {
            String strange = Fuzz.damage(random, Fuzz.pick(random, TOKENS), TOKENS);
            SquareNotification notification = switch (random.nextInt(3)) {
                case 0 -> aSignedNotification().payment(Fuzz.pick(random, members), strange);
                case 1 ->
                    aSignedNotification()
                            .event(Fuzz.pick(random, List.of("type", "merchant_id", "data", "x")), strange);
                default -> aSignedNotification().body(body -> Fuzz.damage(random, body, TOKENS));
            };
            assertThat(channel.decode(notification.deliver())).hasSize(1);
        }
    }

    private static Delivery mutate(Random random, Delivery delivery) {
        Map<String, List<String>> headers = new LinkedHashMap<>(delivery.headers());
        byte[] body = delivery.body().bytes();
        int times = 1 + random.nextInt(3);
        for (int i = 0; i < times; i++) {
            if (random.nextInt(3) == 0) {
                headers.put(SIGNATURE, signature(random, headers.getOrDefault(SIGNATURE, List.of())));
            } else if (random.nextInt(4) == 0) {
                body = Arrays.copyOf(body, body.length);
                if (body.length > 0) {
                    body[random.nextInt(body.length)] ^= (byte) (1 << random.nextInt(8));
                }
            } else {
                body = Fuzz.damage(random, new String(body, StandardCharsets.UTF_8), TOKENS)
                        .getBytes(StandardCharsets.UTF_8);
            }
        }
        return SquareNotification.delivery(headers, body);
    }

    private static List<String> signature(Random random, List<String> before) {
        List<String> values = new ArrayList<>(before);
        switch (random.nextInt(5)) {
            case 0 -> values.clear();
            case 1 -> values.add(values.isEmpty() ? "" : values.get(0));
            default -> {
                String value = values.isEmpty() ? "" : values.get(0);
                values = List.of(Fuzz.damage(random, value, TOKENS));
            }
        }
        return values;
    }

    /** Another spelling of the same signature changes nothing. */
    private static boolean sameSignedPart(Delivery before, Delivery after) {
        return before.body().equals(after.body()) && Arrays.equals(mac(before), mac(after));
    }

    private static byte[] mac(Delivery delivery) {
        try {
            return Base64.getDecoder().decode(String.join(",", delivery.header(SIGNATURE)));
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }
}
