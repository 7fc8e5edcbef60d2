package dev.payonce.channel.square;

import static dev.payonce.channel.square.SquareNotification.SIGNATURE;
import static dev.payonce.channel.square.SquareNotification.aSignedNotification;

import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.channel.Fuzz;
import dev.payonce.channel.FuzzContract;
import dev.payonce.channel.Oversized;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

class SquareFuzzTest extends FuzzContract {
    private static final List<String> HEADERS = List.of(SIGNATURE);
    private static final List<String> TOKENS =
            Fuzz.json("\"merchant_id\":", "\"amount\":1", "\"status\":\"COMPLETED\"");
    private static final List<String> PAYMENT =
            List.of("id", "reference_id", "status", "amount_money", "created_at", "location_id", "x");

    private final Channel channel = SquareNotification.channel();

    @Override
    protected Channel channel() {
        return channel;
    }

    @Override
    protected List<Delivery> genuine() {
        return List.of(
                aSignedNotification().deliver(),
                aSignedNotification().event("type", "\"refund.updated\"").deliver(),
                aSignedNotification().payment("status", "\"APPROVED\"").deliver());
    }

    @Override
    protected List<Delivery> oversized() {
        Stream<Delivery> bodies =
                Oversized.json().stream().map(body -> aSignedNotification().deliver(body));
        return Stream.concat(bodies, Oversized.headers(aSignedNotification().deliver(), HEADERS, "A", ","))
                .toList();
    }

    @Override
    protected Delivery damaged(Random random, Delivery delivery) {
        return Fuzz.damage(random, delivery, HEADERS, TOKENS);
    }

    @Override
    protected Delivery strange(Random random) {
        String strange = Fuzz.strange(random, TOKENS);
        SquareNotification notification = aSignedNotification();
        return switch (random.nextInt(3)) {
            case 0 -> notification.payment(Fuzz.pick(random, PAYMENT), strange).deliver();
            case 1 ->
                notification
                        .event(Fuzz.pick(random, List.of("type", "merchant_id", "data", "x")), strange)
                        .deliver();
            default ->
                notification.body(body -> Fuzz.damage(random, body, TOKENS)).deliver();
        };
    }

    /** Another spelling of the same signature changes nothing. */
    @Override
    protected boolean isSigned(Delivery before, Delivery after) {
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
