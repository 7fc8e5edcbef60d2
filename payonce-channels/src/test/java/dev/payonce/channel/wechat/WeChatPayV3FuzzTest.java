package dev.payonce.channel.wechat;

import static dev.payonce.channel.wechat.WeChatNotification.aCombinedNotification;
import static dev.payonce.channel.wechat.WeChatNotification.aSignedNotification;
import static dev.payonce.channel.wechat.WeChatNotification.subOrder;

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

class WeChatPayV3FuzzTest extends FuzzContract {
    private static final List<String> HEADERS = List.of(
            "Wechatpay-Timestamp",
            "Wechatpay-Nonce",
            "Wechatpay-Signature",
            "Wechatpay-Serial",
            "Wechatpay-Signature-Type");
    static final List<String> TOKENS = Fuzz.json(
            "\"mchid\":",
            "\"total\":1",
            "%",
            "WECHATPAY2-SHA256-RSA2048",
            "WECHATPAY/SIGNTEST/",
            "\"resource\":{",
            "\"ciphertext\":\"\"");
    private static final List<String> PAYMENT = List.of(
            "mchid", "appid", "out_trade_no", "transaction_id", "trade_state", "success_time", "amount", "payer");
    private static final List<String> RESOURCE =
            List.of("nonce", "ciphertext", "associated_data", "algorithm", "original_type");

    private final Channel channel = WeChatNotification.channel();

    @Override
    protected Channel channel() {
        return channel;
    }

    @Override
    protected List<Delivery> genuine() {
        return List.of(
                aSignedNotification().deliver(),
                aSignedNotification()
                        .envelope("event_type", "\"REFUND.SUCCESS\"")
                        .deliver(),
                aSignedNotification().associatedData(null).deliver(),
                aCombinedNotification(subOrder(1), subOrder(2)).deliver());
    }

    @Override
    protected List<Delivery> oversized() {
        Delivery genuine = aSignedNotification().deliver();
        Stream<Delivery> bodies =
                Oversized.json().stream().map(body -> aSignedNotification().deliver(body));
        // Encrypted as genuine content is: three quarters of a body, in base64.
        Stream<Delivery> encrypted = Stream.of("[".repeat(700_000), "\"" + "x".repeat(700_000) + "\"")
                .map(json -> aSignedNotification().payment("payer", json).deliver());
        return Stream.of(bodies, encrypted, Oversized.headers(genuine, HEADERS, "A", "9"))
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
        WeChatNotification notification = aSignedNotification();
        return switch (random.nextInt(4)) {
            case 0 -> notification.payment(Fuzz.pick(random, PAYMENT), strange).deliver();
            case 1 ->
                notification.resource(Fuzz.pick(random, RESOURCE), strange).deliver();
            case 2 ->
                notification
                        .envelope(Fuzz.pick(random, List.of("resource", "event_type", "x")), strange)
                        .deliver();
            default ->
                notification.body(body -> Fuzz.damage(random, body, TOKENS)).deliver();
        };
    }

    /** Another spelling of the same signature, of the type's default or of a serial's zeros changes nothing. */
    @Override
    protected boolean isSigned(Delivery before, Delivery after) {
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
