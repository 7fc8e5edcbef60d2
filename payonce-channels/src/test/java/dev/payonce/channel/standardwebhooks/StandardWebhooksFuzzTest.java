package dev.payonce.channel.standardwebhooks;

import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.ID;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.OTHER_SECRET;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.SECRET;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.SIGNATURE;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.TIMESTAMP;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.aSignedNotification;
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
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever is done to a signed delivery: no exception comes out, and no payment unless what was signed is untouched. */
class StandardWebhooksFuzzTest {
    private static final int ALWAYS = 100_000;
    private static final List<String> HEADERS = List.of(ID, TIMESTAMP, SIGNATURE);
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
            "\"amount\":1",
            "\"status\":\"paid\"",
            "{\"a\":".repeat(60),
            "\n",
            "\r\n",
            " ",
            "\ufeff",
            "é",
            "\u0000",
            "=",
            ".",
            "v1,",
            " v1,",
            "v1a,",
            "A".repeat(43) + "=",
            " ".repeat(60),
            "paid");
    private static final List<String> MEMBERS = List.of("id", "order", "amount", "currency", "status", "x");

    private final Channel channel = StandardWebhooksNotification.channel();

    private static int count() {
        return Math.max(ALWAYS, Fuzz.count());
    }

    @Test
    @Timeout(300)
    void aDamagedDeliveryIsNeverAPaymentAndNeverAnException() {
        Random random = new Random(Fuzz.seed());
        List<Delivery> genuine = List.of(
                aSignedNotification().deliver(),
                aSignedNotification().data("status", "\"refunded\"").deliver(),
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
            StandardWebhooksNotification notification = switch (random.nextInt(4)) {
                case 0 -> aSignedNotification().body(Fuzz.pick(random, List.of("data", "type", "x")), strange);
                case 1 -> aSignedNotification().data(Fuzz.pick(random, MEMBERS), strange);
                case 2 -> aSignedNotification().data(Fuzz.pick(random, MEMBERS), "\"" + strange + "\"");
                default -> aSignedNotification().text(body -> Fuzz.damage(random, body, TOKENS));
            };
            assertThat(channel.decode(notification.deliver())).hasSize(1);
        }
    }

    private static Delivery mutate(Random random, Delivery delivery) {
        byte[] body = delivery.body().bytes();
        Map<String, List<String>> headers = new LinkedHashMap<>(delivery.headers());
        int times = 1 + random.nextInt(3);
        for (int i = 0; i < times; i++) {
            if (random.nextBoolean()) {
                String name = Fuzz.pick(random, HEADERS);
                headers.put(name, mutateHeader(random, headers.getOrDefault(name, List.of())));
            } else if (random.nextInt(4) == 0 && body.length > 0) {
                body = Arrays.copyOf(body, body.length);
                body[random.nextInt(body.length)] ^= (byte) (1 << random.nextInt(8));
            } else {
                body = Fuzz.damage(random, new String(body, StandardCharsets.UTF_8), TOKENS)
                        .getBytes(StandardCharsets.UTF_8);
            }
        }
        return new Delivery("POST", delivery.path(), headers, null, Body.of(body), delivery.receivedAt());
    }

    private static List<String> mutateHeader(Random random, List<String> values) {
        String value = values.isEmpty() ? "" : values.get(0);
        return switch (random.nextInt(6)) {
            case 0 -> List.of();
            case 1 -> List.of(value, value);
            default -> List.of(Fuzz.damage(random, value, TOKENS));
        };
    }

    /** A second, slower reading of the headers, as an independent judge. Another spelling of the same base64 counts. */
    private static boolean isSigned(Delivery delivery) {
        if (HEADERS.stream().anyMatch(name -> delivery.header(name).size() != 1)) {
            return false;
        }
        String prefix = delivery.singleHeader(ID) + "." + delivery.singleHeader(TIMESTAMP) + ".";
        byte[] signed = Bytes.concat(
                prefix.getBytes(StandardCharsets.UTF_8), delivery.body().bytes());
        byte[] mac = Base64.getDecoder().decode(StandardWebhooksNotification.mac(SECRET, signed));
        return Arrays.stream(delivery.header(SIGNATURE).get(0).split(" "))
                .filter(entry -> entry.startsWith("v1,"))
                .anyMatch(entry -> Arrays.equals(mac, decode(entry.substring(3))));
    }

    private static byte[] decode(String base64) {
        try {
            return Base64.getDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }
}
