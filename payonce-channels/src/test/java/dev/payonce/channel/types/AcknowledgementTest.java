package dev.payonce.channel.types;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Acknowledgement;
import dev.payonce.Channel;
import dev.payonce.HeldReason;
import dev.payonce.Outcome;
import dev.payonce.Receipt;
import dev.payonce.Refusal;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.StrictJson;
import dev.payonce.channel.adyen.AdyenNotification;
import dev.payonce.channel.alipay.AlipayNotification;
import dev.payonce.channel.paypal.PayPalWorld;
import dev.payonce.channel.square.SquareNotification;
import dev.payonce.channel.standardwebhooks.StandardWebhooksNotification;
import dev.payonce.channel.stripe.StripeNotification;
import dev.payonce.channel.unionpay.UnionPayNotification;
import dev.payonce.channel.wechat.WeChatNotification;
import dev.payonce.channel.wechatv2.WeChatV2Notification;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Every answer of every channel, byte for byte (design 4). */
class AcknowledgementTest {
    private static final String FAIL = "{\"code\":\"FAIL\",\"message\":\"%s\"}";

    private final Channel wechat = WeChatNotification.channel();
    private final Channel wechatV2 = WeChatV2Notification.channel();
    private final Channel unionPay = UnionPayNotification.channel();
    private final Channel alipay = AlipayNotification.channel();
    private final Channel square = SquareNotification.channel();
    private final Channel adyen = AdyenNotification.channel();
    private final Channel stripe = StripeNotification.channel();
    private final Channel standardWebhooks = StandardWebhooksNotification.channel();

    private static List<Receipt> successes() {
        List<Receipt> all = new ArrayList<>();
        all.add(Receipt.of(Outcome.IGNORED));
        all.add(Receipt.of(Outcome.POSTED));
        all.add(Receipt.of(Outcome.ALREADY_POSTED));
        for (HeldReason reason : HeldReason.values()) {
            all.add(Receipt.held(reason, true));
        }
        return all;
    }

    /** Every receipt that is no success, and the status and text that WeChat Pay gets for it. */
    private static Map<Receipt, String> failures() {
        Map<Receipt, String> all = new LinkedHashMap<>();
        for (Refusal refusal : Refusal.values()) {
            String status = refusal == Refusal.OVERSIZED ? "413 " : "401 ";
            all.put(Receipt.refused(refusal), status + FAIL.formatted(refusal.message()));
        }
        for (HeldReason reason : HeldReason.values()) {
            all.put(
                    Receipt.held(reason, false),
                    "409 " + FAIL.formatted("payment recorded, order not payable: " + reason.name()));
        }
        all.put(
                Receipt.of(Outcome.CONFLICT),
                "409 " + FAIL.formatted("conflicts with an earlier notification of this transaction"));
        all.put(
                Receipt.of(Outcome.IN_PROGRESS),
                "503 {\"code\":\"PROCESSING\",\"message\":\"in progress, please send again\"}");
        all.put(Receipt.of(Outcome.UNAVAILABLE), "503 " + FAIL.formatted("temporarily unavailable, please send again"));
        return all;
    }

    private static String text(Acknowledgement acknowledgement) {
        return acknowledgement.status() + " "
                + new String(acknowledgement.body().bytes(), StandardCharsets.UTF_8);
    }

    @Test
    void everyOutcomeIsCovered() {
        List<Outcome> outcomes = new ArrayList<>();
        successes().forEach(receipt -> outcomes.add(receipt.outcome()));
        failures().keySet().forEach(receipt -> outcomes.add(receipt.outcome()));
        assertThat(outcomes).contains(Outcome.values());
    }

    @Test
    void ack02WeChatV3SuccessIsJsonExactly() {
        byte[] expected = {
            '{',
            '"',
            'c',
            'o',
            'd',
            'e',
            '"',
            ':',
            '"',
            'S',
            'U',
            'C',
            'C',
            'E',
            'S',
            'S',
            '"',
            ',',
            '"',
            'm',
            'e',
            's',
            's',
            'a',
            'g',
            'e',
            '"',
            ':',
            '"',
            (byte) 0xe6,
            (byte) 0x88,
            (byte) 0x90,
            (byte) 0xe5,
            (byte) 0x8a,
            (byte) 0x9f,
            '"',
            '}'
        };
        for (Receipt receipt : successes()) {
            Acknowledgement acknowledgement = wechat.acknowledge(receipt);
            assertThat(acknowledgement.status()).isEqualTo(200);
            assertThat(acknowledgement.contentType()).isEqualTo("application/json");
            assertThat(acknowledgement.body().bytes()).as(receipt.toString()).isEqualTo(expected);
        }
    }

    @Test
    void ack04WeChatV3FailureIsNeverStatus200() throws RefusedException {
        for (Map.Entry<Receipt, String> failure : failures().entrySet()) {
            Acknowledgement acknowledgement = wechat.acknowledge(failure.getKey());
            assertThat(text(acknowledgement)).isEqualTo(failure.getValue());
            assertThat(acknowledgement.contentType()).isEqualTo("application/json");
            assertThat(StrictJson.read(acknowledgement.body().bytes(), "answer").text("code"))
                    .isNotEqualTo("SUCCESS");
        }
    }

    @Test
    void ack06AlipayReadsOneWordAndAlways200() {
        for (Receipt receipt : successes()) {
            assertThat(text(alipay.acknowledge(receipt))).isEqualTo("200 success");
            assertThat(alipay.acknowledge(receipt).contentType()).isEqualTo("text/plain");
        }
        for (Receipt receipt : failures().keySet()) {
            assertThat(text(alipay.acknowledge(receipt))).as(receipt.toString()).isEqualTo("200 failure");
            assertThat(alipay.acknowledge(receipt).contentType()).isEqualTo("text/plain");
        }
    }

    @Test
    void adyenReadsTheStatusAndOnceReadTheWordInBrackets() {
        for (Receipt receipt : successes()) {
            assertThat(text(adyen.acknowledge(receipt))).isEqualTo("200 [accepted]");
            assertThat(adyen.acknowledge(receipt).contentType()).isEqualTo("text/plain");
        }
        statusOnly(adyen);
        assertThat(adyen.stopsAtFailure()).isTrue();
        assertThat(alipay.stopsAtFailure() || wechat.stopsAtFailure()).isFalse();
    }

    @Test
    void squareReadsTheStatusOnly() {
        for (Receipt receipt : successes()) {
            assertThat(text(square.acknowledge(receipt))).isEqualTo("200 ");
            assertThat(square.acknowledge(receipt).contentType()).isNull();
        }
        statusOnly(square);
        assertThat(square.stopsAtFailure()).isFalse();
    }

    private static void statusOnly(Channel channel) {
        for (Map.Entry<Receipt, String> failure : failures().entrySet()) {
            String status = failure.getValue().substring(0, 3);
            assertThat(text(channel.acknowledge(failure.getKey()))).isEqualTo(status + " ");
            assertThat(channel.acknowledge(failure.getKey()).contentType()).isNull();
        }
    }

    @Test
    void ack01WeChatV2SuccessIsXmlOnOneLine() {
        for (Receipt receipt : successes()) {
            Acknowledgement acknowledgement = wechatV2.acknowledge(receipt);
            assertThat(text(acknowledgement))
                    .as(receipt.toString())
                    .isEqualTo("200 <xml><return_code><![CDATA[SUCCESS]]></return_code>"
                            + "<return_msg><![CDATA[OK]]></return_msg></xml>");
            assertThat(acknowledgement.contentType()).isEqualTo("text/xml");
        }
    }

    @Test
    void ack03WeChatV2FailureIsFailXmlAndNeverStatus200() {
        for (Map.Entry<Receipt, String> failure : failures().entrySet()) {
            Receipt receipt = failure.getKey();
            Acknowledgement acknowledgement = wechatV2.acknowledge(receipt);
            assertThat(text(acknowledgement))
                    .isEqualTo(failure.getValue().substring(0, 4)
                            + "<xml><return_code><![CDATA[FAIL]]></return_code><return_msg><![CDATA["
                            + receipt.message() + "]]></return_msg></xml>");
            assertThat(acknowledgement.contentType()).isEqualTo("text/xml");
        }
    }

    @Test
    void ack08StripeAndStandardWebhooksReadTheStatusOfAnEmptyAnswer() {
        for (Channel channel : List.of(stripe, standardWebhooks)) {
            for (Receipt receipt : successes()) {
                assertThat(channel.acknowledge(receipt)).isEqualTo(Acknowledgement.empty(200));
            }
            failures()
                    .forEach((receipt, text) -> assertThat(channel.acknowledge(receipt))
                            .as(receipt.toString())
                            .isEqualTo(Acknowledgement.empty(Integer.parseInt(text.substring(0, 3)))));
        }
    }

    @Test
    void ack03UnionPayReadsTheStatusAlone() {
        for (Receipt receipt : successes()) {
            assertThat(text(unionPay.acknowledge(receipt)))
                    .as(receipt.toString())
                    .isEqualTo("200 ok");
            assertThat(unionPay.acknowledge(receipt).contentType()).isEqualTo("text/plain");
        }
        for (Map.Entry<Receipt, String> failure : failures().entrySet()) {
            assertThat(text(unionPay.acknowledge(failure.getKey())))
                    .isEqualTo(failure.getValue().substring(0, 4));
        }
    }

    /** PayPal reads the status only (channels.md 6.5). */
    @Test
    void ack08PayPalReadsTheStatusAndNoBody() {
        try (PayPalWorld world = new PayPalWorld()) {
            Channel paypal = world.channel();
            for (Receipt receipt : successes()) {
                assertThat(text(paypal.acknowledge(receipt))).isEqualTo("200 ");
                assertThat(paypal.acknowledge(receipt).contentType()).isNull();
            }
            for (Map.Entry<Receipt, String> failure : failures().entrySet()) {
                assertThat(text(paypal.acknowledge(failure.getKey())))
                        .isEqualTo(failure.getValue().substring(0, 4));
                assertThat(paypal.acknowledge(failure.getKey()).contentType()).isNull();
            }
        }
    }
}
