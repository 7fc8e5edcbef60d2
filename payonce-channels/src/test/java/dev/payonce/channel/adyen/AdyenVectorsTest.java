package dev.payonce.channel.adyen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import dev.payonce.channel.HmacKeys;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.StrictJson;
import dev.payonce.channel.Vectors;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What others signed. */
class AdyenVectorsTest {
    private static final String KEY_OF_THE_SAMPLE = "74F490DD33F7327BAECC88B2947C011FC02D014A473AAA33A8EC93E4DC069174";
    private static final String KEY_OF_THE_CASES = "9064450A8892A093D9E97EFCC9639DE31B74F3A7803135555A3C96F5A57915D6";

    private static Channel channel(String merchant, String... keys) {
        return AdyenNotification.channel(Map.of("merchant-id", List.of(merchant), "secrets", List.of(keys)));
    }

    private static Delivery wrapped(String item) {
        return AdyenNotification.delivery(
                "{\"live\":\"true\",\"notificationItems\":[{\"NotificationRequestItem\":" + item + "}]}");
    }

    @Test
    void par15TheSdksItemWithSlashesAndColonVerifiesUnescaped() throws Exception {
        String item = Vectors.read("adyen/hmac-validation-webhook.json");
        Channel channel = channel("AntoniStroinski", KEY_OF_THE_CASES, KEY_OF_THE_SAMPLE);
        assertThat(Expect.payment(channel, wrapped(item)).orderNo()).isEqualTo("\\:/\\/slashes are fun");
        Expect.refused(channel, wrapped(item.replace("\"value\": 1000", "\"value\": 1001")), Refusal.BAD_SIGNATURE);
        Expect.refused(channel("AntoniStroinski", KEY_OF_THE_CASES), wrapped(item), Refusal.BAD_SIGNATURE);
    }

    @Test
    void theSdksReportIsGenuineAndIgnored() throws Exception {
        String cases = Vectors.read("adyen/hmac_cases.json");
        int from = cases.indexOf("\"item\":") + "\"item\":".length();
        String item = cases.substring(from, cases.indexOf("\"expect\"", from)).strip();
        item = item.substring(0, item.length() - 1);
        Expect.ignored(channel("Magento2Rik", KEY_OF_THE_CASES), wrapped(item));
        Expect.refused(
                channel("Magento2Rik", KEY_OF_THE_CASES),
                wrapped(item.replace("REPORT_AVAILABLE\"", "AUTHORISATION\"")),
                Refusal.BAD_SIGNATURE);
    }

    @Test
    void theSdksMacOverAPlainTextIsOurs() throws Exception {
        String cases = Vectors.read("adyen/hmac_cases.json");
        assertThat(cases).contains("\"text\": \"TestPayload\"");
        HmacKeys keys = new HmacKeys(List.of(HexFormat.of().parseHex(KEY_OF_THE_CASES)));
        byte[] mac = Base64.getDecoder().decode("YA9/UDjldIO4Gq68X4ATYYoEaPYH4f4k2uzBBzEF1PA=");
        assertThat(cases).contains(Base64.getEncoder().encodeToString(mac));
        assertThat(keys.matches(List.of(mac), "TestPayload".getBytes(StandardCharsets.UTF_8)))
                .isTrue();
    }

    @Test
    void theSdksSamplesAreReadAsFarAsTheirUnknownKey() throws Exception {
        for (String sample : List.of("sample-authorisation-true.json", "sample-capture-false.json")) {
            String body = Vectors.read("adyen/" + sample);
            Expect.refused(
                    channel("MagentoMerchantTest2", KEY_OF_THE_SAMPLE),
                    AdyenNotification.delivery(body),
                    Refusal.BAD_SIGNATURE,
                    "signature does not match");
        }
    }

    @Test
    void theSdksSampleSignedHereIsAPayment() throws Exception {
        JsonObject body = StrictJson.read(
                Vectors.read("adyen/sample-authorisation-true.json").getBytes(StandardCharsets.UTF_8), "vector");
        JsonObject sample = body.objects("notificationItems").get(0).object("NotificationRequestItem");
        AdyenItem item = AdyenItem.anItem()
                .text("pspReference", sample.text("pspReference"))
                .text("merchantAccountCode", sample.text("merchantAccountCode"))
                .text("merchantReference", sample.text("merchantReference"));
        Decoded decoded =
                Expect.single(channel("MagentoMerchantTest2", AdyenItem.KEY), AdyenNotification.deliver(item));
        assertThat(decoded).isInstanceOf(Decoded.Payment.class);
    }
}
