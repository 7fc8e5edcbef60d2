package dev.payonce.channel.paypal;

import static dev.payonce.channel.paypal.PayPalWorld.PAYMENT;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.AskingChannel;
import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.PaymentNotification;
import dev.payonce.PlatformUnavailableException;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import dev.payonce.channel.Fuzz;
import dev.payonce.channel.FuzzContract;
import dev.payonce.channel.Oversized;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Besides: whatever the API answers, only the same content confirms. */
class PayPalFuzzTest extends FuzzContract {
    private static final List<String> HEADERS = List.of(
            Transmission.ID,
            Transmission.TIME,
            Transmission.SIGNATURE,
            Transmission.CERTIFICATE_URL,
            Transmission.ALGORITHM);
    private static final List<String> TOKENS = Fuzz.json(
            "\"value\":\"1\"", "\"custom_id\":", "|", "%", "@", "#", "?", "..", "https://example.org", "SHA1withRSA");
    private static final List<String> RESOURCE =
            List.of("id", "amount", "status", "custom_id", "payee", "create_time", "x");
    /** Each is a question over the network. */
    private static final int ANSWERS_SHARE = 100;

    private final PayPalWorld world = new PayPalWorld();
    private final AskingChannel channel = world.channel();

    @AfterEach
    void close() {
        world.close();
    }

    @Override
    protected Channel channel() {
        return channel;
    }

    @Override
    protected List<Delivery> genuine() {
        return List.of(
                world.aSignedDelivery().deliver(),
                world.aSignedDelivery().event("event_type", "\"FOO.BAR\"").deliver(),
                world.aSignedDelivery().event("summary", "\"caf\u00e9\"").deliver());
    }

    @Override
    protected List<Delivery> oversized() {
        Stream<Delivery> bodies =
                Oversized.json().stream().map(body -> world.aSignedDelivery().deliver(body));
        return Stream.concat(
                        bodies, Oversized.headers(world.aSignedDelivery().deliver(), HEADERS, "A", "https://", "/../"))
                .toList();
    }

    @Override
    protected Delivery damaged(Random random, Delivery delivery) {
        return Fuzz.damage(random, delivery, HEADERS, TOKENS);
    }

    @Override
    protected Delivery strange(Random random) {
        String strange = Fuzz.strange(random, TOKENS);
        PayPalDelivery delivery = world.aSignedDelivery();
        return switch (random.nextInt(3)) {
            case 0 -> delivery.resource(Fuzz.pick(random, RESOURCE), strange).deliver();
            case 1 ->
                delivery.event(Fuzz.pick(random, List.of("resource", "event_type", "x")), strange)
                        .deliver();
            default -> delivery.body(body -> Fuzz.damage(random, body, TOKENS)).deliver();
        };
    }

    /** A damaged address may still be one of an allowed host, and name nothing there: then PayPal cannot be asked. */
    @Override
    protected List<Decoded> decode(Delivery delivery) {
        try {
            return channel.decode(delivery);
        } catch (PlatformUnavailableException e) {
            return List.of(Decoded.refused(Refusal.UNKNOWN_KEY, "not served"));
        }
    }

    /** Another spelling of the same signature changes nothing. */
    @Override
    protected boolean isSigned(Delivery before, Delivery after) {
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

    @Test
    void aDamagedAnswerNeverConfirmsOtherContent() {
        Delivery delivery = world.aSignedDelivery().deliver();
        PaymentNotification payment = Expect.payment(channel, delivery);
        String genuine = "{\"id\":\"2GG279541U471931P\",\"status\":\"COMPLETED\",\"custom_id\":\"ORD1\","
                + "\"amount\":{\"value\":\"99.00\",\"currency_code\":\"USD\"},"
                + "\"payee\":{\"merchant_id\":\"7KNGBPH2U58GQ\"}}";
        AtomicInteger confirmed = new AtomicInteger();
        int count = Math.max(1, Fuzz.count() / ANSWERS_SHARE);
        Fuzz.each(count, random -> {
            String answer = Fuzz.damage(random, genuine, TOKENS);
            world.api.says(PAYMENT.transactionId(), answer);
            if (confirms(payment, delivery)) {
                confirmed.incrementAndGet();
                assertThat(answer)
                        .contains("2GG279541U471931P", "\"COMPLETED\"", "\"ORD1\"", "USD", "\"7KNGBPH2U58GQ\"")
                        .containsPattern("\"0*99(\\.00?)?\"");
            }
        });
        assertThat(confirmed).hasValueLessThanOrEqualTo(count / 2);
    }

    private boolean confirms(PaymentNotification payment, Delivery delivery) {
        try {
            return channel.confirms(payment, delivery);
        } catch (PlatformUnavailableException e) {
            return false;
        }
    }
}
