package dev.payonce.channel.wechatv2;

import static dev.payonce.channel.wechatv2.WeChatV2Notification.aSignedNotification;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.channel.Expect;
import dev.payonce.channel.Fuzz;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever is done to signed XML: no exception comes out, and no payment unless what was signed still says the same. */
class WeChatPayV2FuzzTest {
    private static final int ROUNDS = 5;
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

    private final Channel channel = WeChatV2Notification.md5Channel();

    @Test
    @Timeout(600)
    void damagedXmlIsNeverAnotherPaymentAndNeverAnException() {
        Random random = new Random(Fuzz.seed());
        List<String> genuine = List.of(
                aSignedNotification().xml(),
                aSignedNotification().field("attach", "").xml(),
                aSignedNotification().field("attach", "x&total_fee=1&zz=").xml(),
                aSignedNotification().signedWith("MD5").xml(),
                aSignedNotification().field("result_code", "FAIL").xml(),
                WeChatV2Notification.refund("<root><refund_id>1</refund_id></root>", WeChatV2Notification.API_KEY));
        int refused = 0;
        int count = Fuzz.count() * ROUNDS;
        for (int i = 0; i < count; i++) {
            String before = Fuzz.pick(random, genuine);
            String after = mutate(random, before);
            Decoded decoded = Expect.single(channel, WeChatV2Notification.delivery(after));
            if (decoded instanceof Decoded.Refused) {
                refused++;
            } else {
                // Form and order may differ; what is posted may not.
                assertThat(Fuzz.effect(decoded))
                        .as("mutation %d: %s", i, after)
                        .isEqualTo(Fuzz.effect(Expect.single(channel, WeChatV2Notification.delivery(before))));
            }
        }
        // The mutations must bite, and not always.
        assertThat(refused).isBetween(count / 3, count - 1);
    }

    @Test
    @Timeout(300)
    void aGenuineSignatureOverStrangeContentIsNeverAnException() {
        Random random = new Random(Fuzz.seed());
        List<String> names = List.of(
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
        for (int i = 0; i < Math.max(1, Fuzz.count() / 4); i++) {
            String strange = Fuzz.damage(random, Fuzz.pick(random, TOKENS), TOKENS);
            WeChatV2Notification notification = aSignedNotification().field(Fuzz.pick(random, names), strange);
            assertThat(channel.decode(notification.deliver())).hasSize(1);
        }
    }

    private static String mutate(Random random, String xml) {
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
}
