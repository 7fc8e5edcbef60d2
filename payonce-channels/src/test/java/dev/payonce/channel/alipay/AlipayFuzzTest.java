package dev.payonce.channel.alipay;

import static dev.payonce.channel.alipay.AlipayNotification.NOW;
import static dev.payonce.channel.alipay.AlipayNotification.aSignedNotification;

import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.channel.Fuzz;
import dev.payonce.channel.FuzzContract;
import dev.payonce.channel.Oversized;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Order, escapes and empty values are no part of what is signed; parameters that decide nothing may be cut otherwise. */
class AlipayFuzzTest extends FuzzContract {
    private static final List<String> TOKENS = List.of(
            "&",
            "=",
            "%",
            "%2",
            "%26",
            "%3D",
            "%00",
            "%FF",
            "+",
            "%20",
            "&&",
            "a=1",
            "&total_amount=0.01",
            "&sign=",
            "&sign_type=RSA",
            "&body=",
            "charset=gbk",
            "&charset=utf-16",
            "\u0000",
            "é",
            "\n",
            " ",
            "1E2",
            "&trade_no=1",
            "%26total_amount%3D0.01",
            "&p=".repeat(250));
    private static final List<String> NAMES = List.of(
            "charset",
            "app_id",
            "seller_id",
            "trade_no",
            "out_trade_no",
            "trade_status",
            "total_amount",
            "gmt_payment",
            "notify_type",
            "trans_currency",
            "x");
    private static final int LONG = 700_000;

    private final Channel channel = AlipayNotification.channel();

    @Override
    protected Channel channel() {
        return channel;
    }

    @Override
    protected List<Delivery> genuine() {
        return List.of(
                aSignedNotification().deliver(),
                aSignedNotification().field("body", "").deliver(),
                aSignedNotification().field("body", "x&seller_id=1&y").deliver(),
                aSignedNotification().charset("GBK").deliver(),
                aSignedNotification().field("trade_status", "TRADE_CLOSED").deliver());
    }

    @Override
    protected List<Delivery> oversized() {
        Delivery genuine = aSignedNotification().deliver();
        Stream<Delivery> bodies = Oversized.forms().stream().map(body -> Oversized.body(genuine, body));
        Stream<Delivery> signed = Stream.of(
                        aSignedNotification().field("body", "x".repeat(LONG)),
                        aSignedNotification().field("body", "&".repeat(LONG / 3)),
                        aSignedNotification().field("total_amount", "9".repeat(LONG)),
                        aSignedNotification().field("gmt_payment", "2026-12-01 11:04:00".repeat(LONG / 25)),
                        aSignedNotification()
                                .tamperedAfterSigning(body -> body.replace("&sign=", "&sign=" + "A".repeat(LONG))))
                .map(AlipayNotification::deliver);
        return Stream.concat(bodies, signed).toList();
    }

    @Override
    protected Delivery damaged(Random random, Delivery delivery) {
        return AlipayNotification.delivery(damaged(random, AlipayForms.text(delivery)), NOW);
    }

    private static String damaged(Random random, String body) {
        List<String> parameters = new ArrayList<>(Arrays.asList(body.split("&", -1)));
        int at = random.nextInt(parameters.size());
        switch (random.nextInt(8)) {
            case 0 -> Collections.shuffle(parameters, random);
            case 1 -> parameters.add(parameters.get(at));
            case 2 -> parameters.remove(at);
            case 3 -> parameters.set(at, Fuzz.damage(random, parameters.get(at), TOKENS));
            // Two parameters become one: the joined text may well stay the same.
            case 4 -> joinWithNext(parameters, at);
            case 5 -> parameters.set(at, parameters.get(at).replace("%26", "&").replace("%3D", "="));
            case 6 -> parameters.add(at, "x" + random.nextInt(9) + "=");
            default -> {
                return Fuzz.damage(random, body, TOKENS);
            }
        }
        return String.join("&", parameters);
    }

    private static void joinWithNext(List<String> parameters, int at) {
        if (at + 1 < parameters.size()) {
            String next = parameters.remove(at + 1).replace("=", "%3D");
            parameters.set(at, parameters.get(at) + "%26" + next);
        }
    }

    @Override
    protected Delivery strange(Random random) {
        return aSignedNotification()
                .field(Fuzz.pick(random, NAMES), Fuzz.strange(random, TOKENS))
                .deliver();
    }

    @Override
    protected boolean isSigned(Delivery before, Delivery after) {
        return true;
    }
}
