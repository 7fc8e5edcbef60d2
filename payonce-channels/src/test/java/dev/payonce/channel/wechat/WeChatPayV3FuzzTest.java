package dev.payonce.channel.wechat;

import static dev.payonce.channel.wechat.WeChatNotification.aSignedNotification;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Body;
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
class WeChatPayV3FuzzTest {
    private static final List<String> HEADERS = List.of(
            "Wechatpay-Timestamp",
            "Wechatpay-Nonce",
            "Wechatpay-Signature",
            "Wechatpay-Serial",
            "Wechatpay-Signature-Type");
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
            "\"mchid\":",
            "\"total\":1",
            "{\"a\":".repeat(60),
            "\n",
            "\r\n",
            " ",
            "\ufeff",
            "é",
            "\u0000",
            "=",
            "%",
            "A",
            "WECHATPAY/SIGNTEST/",
            "\"resource\":{",
            "\"ciphertext\":\"\"");

    private final Channel channel = WeChatNotification.channel();

    @Test
    @Timeout(300)
    void aDamagedDeliveryIsNeverAPaymentAndNeverAnException() {
        Random random = new Random(Fuzz.seed());
        List<Delivery> genuine = List.of(
                aSignedNotification().deliver(),
                aSignedNotification()
                        .envelope("event_type", "\"REFUND.SUCCESS\"")
                        .deliver(),
                aSignedNotification().associatedData(null).deliver());
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
        List<String> members = List.of(
                "mchid", "appid", "out_trade_no", "transaction_id", "trade_state", "success_time", "amount", "payer");
        for (int i = 0; i < Math.max(1, Fuzz.count() / 20); i++) {
            WeChatNotification notification = aSignedNotification();
            String strange = Fuzz.damage(random, Fuzz.pick(random, TOKENS), TOKENS);
            notification = switch (random.nextInt(4)) {
                case 0 -> notification.payment(Fuzz.pick(random, members), strange);
                case 1 ->
                    notification.resource(
                            Fuzz.pick(
                                    random,
                                    List.of("nonce", "ciphertext", "associated_data", "algorithm", "original_type")),
                            strange);
                case 2 -> notification.envelope(Fuzz.pick(random, List.of("resource", "event_type", "x")), strange);
                default -> notification.body(body -> Fuzz.damage(random, body, TOKENS));
            };
            assertThat(channel.decode(notification.deliver())).hasSize(1);
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
        List<String> values = new ArrayList<>(headers.getOrDefault(name, List.of("WECHATPAY2-SHA256-RSA2048")));
        switch (random.nextInt(5)) {
            case 0 -> values.clear();
            case 1 -> values.add(values.isEmpty() ? "" : values.get(0));
            default -> {
                String value = values.isEmpty() ? "" : values.get(0);
                values = List.of(Fuzz.damage(random, value, TOKENS));
            }
        }
        headers.put(name, values);
    }

    /** Another spelling of the same signature, of the type's default or of a serial's zeros changes nothing. */
    private static boolean sameSignedPart(Delivery before, Delivery after) {
        return before.body().equals(after.body())
                && before.header("Wechatpay-Timestamp").equals(after.header("Wechatpay-Timestamp"))
                && before.header("Wechatpay-Nonce").equals(after.header("Wechatpay-Nonce"))
                && Arrays.equals(signature(before), signature(after));
    }

    private static byte[] signature(Delivery delivery) {
        try {
            return Base64.getDecoder().decode(String.join(",", delivery.header("Wechatpay-Signature")));
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }
}
