package dev.payonce.channel.paypal;

import static dev.payonce.channel.paypal.PayPalWorld.PAYMENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.AskingChannel;
import dev.payonce.Body;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.PaymentNotification;
import dev.payonce.PlatformUnavailableException;
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
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Whatever is done to a signed delivery: no exception comes out but "the platform cannot be asked", and no payment unless
 * what was signed is untouched. Whatever the API answers: only the same content confirms.
 */
class PayPalFuzzTest {
    private static final List<String> HEADERS = List.of(
            Transmission.ID,
            Transmission.TIME,
            Transmission.SIGNATURE,
            Transmission.CERTIFICATE_URL,
            Transmission.ALGORITHM);
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
            "\"value\":\"1\"",
            "\"custom_id\":",
            "{\"a\":".repeat(60),
            "\n",
            "\r\n",
            " ",
            "\ufeff",
            "é",
            "\u0000",
            "|",
            "%",
            "@",
            "#",
            "?",
            "..",
            "https://example.org",
            "SHA1withRSA",
            "=",
            "A");
    private static final List<String> MEMBERS =
            List.of("id", "amount", "status", "custom_id", "payee", "create_time", "x");

    private final PayPalWorld world = new PayPalWorld();
    private final AskingChannel channel = world.channel();

    @AfterEach
    void close() {
        world.close();
    }

    @Test
    @Timeout(300)
    void aDamagedDeliveryIsNeverAPaymentAndNeverAnException() {
        Random random = new Random(Fuzz.seed());
        List<Delivery> genuine = List.of(
                world.aSignedDelivery().deliver(),
                world.aSignedDelivery().event("event_type", "\"FOO.BAR\"").deliver(),
                world.aSignedDelivery().event("summary", "\"caf\u00e9\"").deliver());
        int untouched = 0;
        for (int i = 0; i < Fuzz.count(); i++) {
            Delivery before = Fuzz.pick(random, genuine);
            Delivery after = mutate(random, before);
            if (sameSignedPart(before, after)) {
                untouched++;
            } else {
                assertThat(isRefused(after))
                        .as("mutation %d: %s", i, after.headers())
                        .isTrue();
            }
        }
        assertThat(untouched).isLessThan(Fuzz.count() / 4);
    }

    /** A damaged address may still be one of an allowed host, and name nothing there. */
    private boolean isRefused(Delivery delivery) {
        try {
            return Expect.single(channel, delivery) instanceof Decoded.Refused;
        } catch (PlatformUnavailableException e) {
            return true;
        }
    }

    @Test
    @Timeout(300)
    void aGenuineSignatureOverStrangeContentIsNeverAnException() {
        Random random = new Random(Fuzz.seed());
        for (int i = 0; i < Math.max(1, Fuzz.count() / 20); i++) {
            String strange = Fuzz.damage(random, Fuzz.pick(random, TOKENS), TOKENS);
            PayPalDelivery delivery = world.aSignedDelivery();
            delivery = switch (random.nextInt(3)) {
                case 0 -> delivery.resource(Fuzz.pick(random, MEMBERS), strange);
                case 1 -> delivery.event(Fuzz.pick(random, List.of("resource", "event_type", "x")), strange);
                default -> delivery.body(body -> Fuzz.damage(random, body, TOKENS));
            };
            assertThat(channel.decode(delivery.deliver())).hasSize(1);
        }
    }

    @Test
    @Timeout(300)
    void aDamagedAnswerNeverConfirmsOtherContent() {
        Random random = new Random(Fuzz.seed());
        Delivery delivery = world.aSignedDelivery().deliver();
        PaymentNotification payment = Expect.payment(channel, delivery);
        String genuine = "{\"id\":\"2GG279541U471931P\",\"status\":\"COMPLETED\",\"custom_id\":\"ORD1\","
                + "\"amount\":{\"value\":\"99.00\",\"currency_code\":\"USD\"},"
                + "\"payee\":{\"merchant_id\":\"7KNGBPH2U58GQ\"}}";
        int confirmed = 0;
        for (int i = 0; i < Math.max(1, Fuzz.count() / 100); i++) {
            String answer = Fuzz.damage(random, genuine, TOKENS);
            world.api.says(PAYMENT.transactionId(), answer);
            if (confirms(payment, delivery)) {
                confirmed++;
                assertThat(answer)
                        .contains("2GG279541U471931P", "\"COMPLETED\"", "\"ORD1\"", "USD", "\"7KNGBPH2U58GQ\"")
                        .containsPattern("\"0*99(\\.00?)?\"");
            }
        }
        assertThat(confirmed).isLessThan(Fuzz.count() / 200);
    }

    private boolean confirms(PaymentNotification payment, Delivery delivery) {
        try {
            return channel.confirms(payment, delivery);
        } catch (PlatformUnavailableException e) {
            return false;
        }
    }

    private static Delivery mutate(Random random, Delivery delivery) {
        Map<String, List<String>> headers = new LinkedHashMap<>(delivery.headers());
        byte[] body = delivery.body().bytes();
        int times = 1 + random.nextInt(3);
        for (int i = 0; i < times; i++) {
            if (random.nextBoolean()) {
                mutateHeader(random, headers);
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
        return new Delivery("POST", delivery.path(), headers, null, Body.of(body), delivery.receivedAt());
    }

    private static void mutateHeader(Random random, Map<String, List<String>> headers) {
        String name = Fuzz.pick(random, HEADERS);
        List<String> values = new ArrayList<>(headers.getOrDefault(name, List.of()));
        switch (random.nextInt(5)) {
            case 0 -> values.clear();
            case 1 -> values.add(values.isEmpty() ? "" : values.get(0));
            default -> values = List.of(Fuzz.damage(random, values.isEmpty() ? "" : values.get(0), TOKENS));
        }
        headers.put(name, values);
    }

    /** Another spelling of the same signature changes nothing. */
    private static boolean sameSignedPart(Delivery before, Delivery after) {
        return before.body().equals(after.body())
                && HEADERS.stream()
                        .filter(name -> !name.equals(Transmission.SIGNATURE))
                        .allMatch(name -> before.header(name).equals(after.header(name)))
                && Arrays.equals(signature(before), signature(after));
    }

    private static byte[] signature(Delivery delivery) {
        try {
            return Base64.getDecoder().decode(String.join(",", delivery.header(Transmission.SIGNATURE)));
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }
}
