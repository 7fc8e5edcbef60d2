package dev.payonce.channel.unionpay;

import static dev.payonce.channel.unionpay.UnionPayNotification.NOW;
import static dev.payonce.channel.unionpay.UnionPayNotification.aSignedNotification;

import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.channel.Fuzz;
import dev.payonce.channel.FuzzContract;
import dev.payonce.channel.Oversized;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Order, escapes and empty values are no part of what is signed. */
class UnionPayFuzzTest extends FuzzContract {
    private static final List<String> TOKENS = List.of(
            "&",
            "=",
            "%",
            "%26",
            "%3D",
            "%00",
            "%FF",
            "+",
            "&txnAmt=1",
            "&signature=",
            "&signMethod=11",
            "-----BEGIN+CERTIFICATE-----",
            "-----END+CERTIFICATE-----",
            "%0D%0A",
            "MII",
            "MIIEYzCCA0ugAwIBAgIFEDkw",
            "\u0000",
            "é",
            "&p=".repeat(250));
    private static final List<String> NAMES = List.of(
            "merId",
            "queryId",
            "orderId",
            "txnAmt",
            "txnTime",
            "txnType",
            "currencyCode",
            "respCode",
            "encoding",
            "signPubKeyCert",
            "x");
    private static final int LONG = 700_000;

    private final Channel channel = UnionPayNotification.channel();

    @Override
    protected Channel channel() {
        return channel;
    }

    @Override
    protected List<Delivery> genuine() {
        return List.of(
                aSignedNotification().deliver(),
                aSignedNotification().field("reserved", "").deliver(),
                aSignedNotification().field("reqReserved", "x&txnAmt=1&zz=").deliver(),
                aSignedNotification().field("respCode", "A6").deliver());
    }

    @Override
    protected List<Delivery> oversized() {
        Delivery genuine = aSignedNotification().deliver();
        Stream<Delivery> bodies = Oversized.forms().stream().map(body -> Oversized.body(genuine, body));
        Stream<Delivery> signed = Stream.of(
                        aSignedNotification().field("reqReserved", "x".repeat(LONG)),
                        aSignedNotification().field("txnAmt", "9".repeat(LONG)),
                        aSignedNotification().certificate("A".repeat(LONG)),
                        aSignedNotification()
                                .certificate("-----BEGIN CERTIFICATE-----" + "\r\n".repeat(LONG / 6)
                                        + "-----END CERTIFICATE-----"))
                .map(UnionPayNotification::deliver);
        Delivery longSignature = aSignedNotification().deliverSigned(new byte[LONG]);
        return Stream.of(bodies, signed, Stream.of(longSignature))
                .flatMap(all -> all)
                .toList();
    }

    @Override
    protected Delivery damaged(Random random, Delivery delivery) {
        String body = new String(delivery.body().bytes(), StandardCharsets.ISO_8859_1);
        return UnionPayNotification.delivery(damaged(random, body), NOW);
    }

    private static String damaged(Random random, String body) {
        List<String> parameters = new ArrayList<>(Arrays.asList(body.split("&", -1)));
        int at = random.nextInt(parameters.size());
        int certificate = Math.min(3, parameters.size() - 1);
        switch (random.nextInt(6)) {
            case 0 -> parameters.add(0, parameters.remove(at));
            case 1 -> parameters.add(parameters.get(at));
            case 2 -> parameters.remove(at);
            case 3 -> parameters.set(at, Fuzz.damage(random, parameters.get(at), TOKENS));
            case 4 -> parameters.set(at, parameters.get(at).replace("%26", "&").replace("%3D", "="));
            default -> parameters.set(certificate, Fuzz.damage(random, parameters.get(certificate), TOKENS));
        }
        return String.join("&", parameters);
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
