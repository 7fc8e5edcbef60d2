package dev.payonce.channel.standardwebhooks;

import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.ID;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.OTHER_SECRET;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.SECRET;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.SIGNATURE;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.TIMESTAMP;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.aSignedNotification;

import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.channel.Bytes;
import dev.payonce.channel.Fuzz;
import dev.payonce.channel.FuzzContract;
import dev.payonce.channel.Oversized;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

class StandardWebhooksFuzzTest extends FuzzContract {
    private static final List<String> HEADERS = List.of(ID, TIMESTAMP, SIGNATURE);
    private static final List<String> TOKENS = Fuzz.json(
            "\"amount\":1",
            "\"status\":\"paid\"",
            ".",
            "v1,",
            " v1,",
            "v1a,",
            "A".repeat(43) + "=",
            " ".repeat(60),
            "paid");
    private static final List<String> MEMBERS = List.of("id", "order", "amount", "currency", "status", "x");

    private final Channel channel = StandardWebhooksNotification.channel();

    @Override
    protected Channel channel() {
        return channel;
    }

    @Override
    protected List<Delivery> genuine() {
        return List.of(
                aSignedNotification().deliver(),
                aSignedNotification().data("status", "\"refunded\"").deliver(),
                aSignedNotification().signedBy(OTHER_SECRET, SECRET).deliver());
    }

    @Override
    protected List<Delivery> oversized() {
        Delivery genuine = aSignedNotification().deliver();
        String header = genuine.header(SIGNATURE).get(0);
        Stream<Delivery> bodies =
                Oversized.json().stream().map(body -> aSignedNotification().deliver(body));
        Stream<Delivery> manySignatures = Stream.of(40, 1000)
                .map(times ->
                        Oversized.header(genuine, SIGNATURE, header + (" v1," + "A".repeat(43) + "=").repeat(times)));
        return Stream.of(bodies, manySignatures, Oversized.headers(genuine, HEADERS, "A", "v1, ", "9"))
                .flatMap(all -> all)
                .toList();
    }

    @Override
    protected Delivery damaged(Random random, Delivery delivery) {
        return Fuzz.damage(random, delivery, HEADERS, TOKENS);
    }

    @Override
    protected Delivery strange(Random random) {
        String strange = Fuzz.strange(random, TOKENS);
        StandardWebhooksNotification notification = aSignedNotification();
        return switch (random.nextInt(4)) {
            case 0 ->
                notification
                        .body(Fuzz.pick(random, List.of("data", "type", "x")), strange)
                        .deliver();
            case 1 -> notification.data(Fuzz.pick(random, MEMBERS), strange).deliver();
            case 2 ->
                notification
                        .data(Fuzz.pick(random, MEMBERS), "\"" + strange + "\"")
                        .deliver();
            default ->
                notification.text(body -> Fuzz.damage(random, body, TOKENS)).deliver();
        };
    }

    /** A second, slower reading of the headers. Another spelling of the same base64 counts. */
    @Override
    protected boolean isSigned(Delivery before, Delivery after) {
        if (HEADERS.stream().anyMatch(name -> after.header(name).size() != 1)) {
            return false;
        }
        String prefix = after.singleHeader(ID) + "." + after.singleHeader(TIMESTAMP) + ".";
        byte[] signed = Bytes.concat(
                prefix.getBytes(StandardCharsets.UTF_8), after.body().bytes());
        byte[] mac = Base64.getDecoder().decode(StandardWebhooksNotification.mac(SECRET, signed));
        return Arrays.stream(after.header(SIGNATURE).get(0).split(" "))
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
