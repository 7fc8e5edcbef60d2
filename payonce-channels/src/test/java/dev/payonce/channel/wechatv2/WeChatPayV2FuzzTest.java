package dev.payonce.channel.wechatv2;

import static dev.payonce.channel.wechatv2.WeChatV2Notification.aSignedNotification;

import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.channel.Fuzz;
import dev.payonce.channel.FuzzContract;
import dev.payonce.channel.Oversized;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Form and order of the elements are no part of what is signed. */
class WeChatPayV2FuzzTest extends FuzzContract {
    private static final Pattern ELEMENT = Pattern.compile("<([a-z_0-9]+)><!\\[CDATA\\[(.*?)]]></\\1>");
    private static final List<String> TOKENS = List.of(
            "<",
            ">",
            "</",
            "/>",
            "&",
            "&amp;",
            "&#65;",
            "&#0;",
            "&#x110000;",
            "&x;",
            "<![CDATA[",
            "]]>",
            "<!--",
            "-->",
            "<?a b?>",
            "<?xml version=\"1.1\"?>",
            "<!DOCTYPE xml [<!ENTITY a \"b\">]>",
            "<a/>",
            "<total_fee>1</total_fee>",
            "<sign></sign>",
            "<req_info>AAAAAAAAAAAAAAAAAAAAAA==</req_info>",
            "&total_fee=1",
            " xmlns:a=\"b\"",
            "</xml>",
            "\u0000",
            "\uFEFF",
            "é",
            "\uD83D\uDE00",
            "\n",
            " ",
            "<p>".repeat(250));
    private static final List<String> NAMES = List.of(
            "appid",
            "mch_id",
            "sub_mch_id",
            "transaction_id",
            "out_trade_no",
            "return_code",
            "result_code",
            "trade_state",
            "total_fee",
            "fee_type",
            "time_end",
            "req_info",
            "x");
    private static final int LONG = 1_000_000;

    private final Channel channel = WeChatV2Notification.md5Channel();

    @Override
    protected Channel channel() {
        return channel;
    }

    @Override
    protected List<Delivery> genuine() {
        String refund =
                WeChatV2Notification.refund("<root><refund_id>1</refund_id></root>", WeChatV2Notification.API_KEY);
        return List.of(
                aSignedNotification().deliver(),
                aSignedNotification().field("attach", "").deliver(),
                aSignedNotification().field("attach", "x&total_fee=1&zz=").deliver(),
                aSignedNotification().signedWith("MD5").deliver(),
                aSignedNotification().field("result_code", "FAIL").deliver(),
                WeChatV2Notification.delivery(refund));
    }

    @Override
    protected List<Delivery> oversized() {
        Stream<Delivery> bodies = Oversized.xml().stream().map(WeChatV2Notification::delivery);
        Stream<Delivery> signed = Stream.of(
                        aSignedNotification().field("attach", "x".repeat(LONG)),
                        aSignedNotification().field("attach", "x".repeat(LONG) + "支"),
                        aSignedNotification().field("total_fee", "9".repeat(LONG) + "支"),
                        aSignedNotification().field("attach", "&".repeat(LONG)),
                        aSignedNotification().field("total_fee", "9".repeat(LONG)),
                        aSignedNotification().field("req_info", "A".repeat(LONG)),
                        aSignedNotification().field("time_end", "20261201".repeat(LONG / 8)))
                .map(WeChatV2Notification::deliver);
        Delivery refund = WeChatV2Notification.delivery(WeChatV2Notification.refund(
                "<root>" + "<a>".repeat(LONG / 4) + "</root>", WeChatV2Notification.API_KEY));
        return Stream.of(bodies, signed, Stream.of(refund)).flatMap(all -> all).toList();
    }

    @Override
    protected Delivery damaged(Random random, Delivery delivery) {
        String xml = new String(delivery.body().bytes(), StandardCharsets.UTF_8);
        return WeChatV2Notification.delivery(damaged(random, xml));
    }

    private static String damaged(Random random, String xml) {
        Matcher elements = ELEMENT.matcher(xml);
        int wanted = random.nextInt(20);
        boolean found = false;
        for (int i = 0; i <= wanted && elements.find(); i++) {
            found = i == wanted;
        }
        if (!found) {
            return Fuzz.damage(random, xml, TOKENS);
        }
        String element = elements.group();
        String name = elements.group(1);
        String value = elements.group(2);
        String changed = switch (random.nextInt(8)) {
            case 0 -> "";
            case 1 -> element + element;
            case 2 -> WeChatV2Notification.element(name, Fuzz.damage(random, value, TOKENS));
            case 3 -> Fuzz.damage(random, element, TOKENS);
            case 4 -> "<" + name + ">" + value + "</" + name + ">";
            case 5 -> "<" + name + "/>";
            case 6 -> element + "<x" + random.nextInt(9) + "/>";
            default -> WeChatV2Notification.element(Fuzz.damage(random, name, TOKENS), value);
        };
        return xml.substring(0, elements.start()) + changed + xml.substring(elements.end());
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
