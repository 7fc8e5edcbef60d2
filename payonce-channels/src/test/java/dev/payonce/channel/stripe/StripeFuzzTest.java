package dev.payonce.channel.stripe;

import static dev.payonce.channel.stripe.StripeNotification.OTHER_SECRET;
import static dev.payonce.channel.stripe.StripeNotification.SECRET;
import static dev.payonce.channel.stripe.StripeNotification.SIGNATURE;
import static dev.payonce.channel.stripe.StripeNotification.aSignedNotification;

import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.channel.Bytes;
import dev.payonce.channel.Fuzz;
import dev.payonce.channel.FuzzContract;
import dev.payonce.channel.Oversized;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

class StripeFuzzTest extends FuzzContract {
    private static final List<String> HEADERS = List.of(SIGNATURE);
    private static final List<String> TOKENS = Fuzz.json(
            "\"amount_received\":1",
            "\"livemode\":",
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

    @Override
    protected Channel channel() {
        return channel;
    }

    @Override
    protected List<Delivery> genuine() {
        return List.of(
                aSignedNotification().deliver(),
                aSignedNotification().type("charge.refunded").deliver(),
                aSignedNotification().signedBy(OTHER_SECRET, SECRET).deliver());
    }

    @Override
    protected List<Delivery> oversized() {
        Delivery genuine = aSignedNotification().deliver();
        String header = genuine.header(SIGNATURE).get(0);
        Stream<Delivery> bodies =
                Oversized.json().stream().map(body -> aSignedNotification().deliver(body));
        Stream<Delivery> manySignatures = Stream.of(40, 1000)
                .map(times -> Oversized.header(genuine, SIGNATURE, header + (",v1=" + "a".repeat(64)).repeat(times)));
        return Stream.of(bodies, manySignatures, Oversized.headers(genuine, HEADERS, "t=1,", ",", "t="))
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
        StripeNotification notification = aSignedNotification();
        return switch (random.nextInt(4)) {
            case 0 -> notification.event(Fuzz.pick(random, EVENT), strange).deliver();
            case 1 -> notification.intent(Fuzz.pick(random, INTENT), strange).deliver();
            case 2 ->
                notification
                        .intent(Fuzz.pick(random, INTENT), "\"" + strange + "\"")
                        .deliver();
            default ->
                notification.body(body -> Fuzz.damage(random, body, TOKENS)).deliver();
        };
    }

    /** A second, slower reading of the header. */
    @Override
    protected boolean isSigned(Delivery before, Delivery after) {
        List<String> values = after.header(SIGNATURE);
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
                        SECRET, Bytes.concat(prefix, after.body().bytes())));
    }
}
