package dev.payonce.channel.unionpay;

import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.Refusal;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.Expect;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.StrictJson;
import dev.payonce.channel.Vectors;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;

/** A real notification of UnionPay's sandbox, with the chain of its test authority. */
class UnionPayVectorsTest {
    private static final Instant THEN = Instant.parse("2022-09-08T05:22:06Z");

    private static Channel channel(String... certificates) throws Exception {
        List<String> trusted = new ArrayList<>();
        for (String name : certificates) {
            trusted.add(
                    Vectors.read("unionpay/egzosn__acp_test_" + name + ".cer").strip());
        }
        return new UnionPayType()
                .create(
                        new ChannelProperties(
                                "up",
                                Map.of(
                                        "merchant-id",
                                        List.of("777290058167151"),
                                        ChannelProperties.TRUSTED_CERTIFICATES,
                                        trusted),
                                List.of()),
                        THEN);
    }

    private static Delivery delivery(String from, String to, Instant receivedAt) throws Exception {
        JsonObject vector = StrictJson.read(
                Vectors.read("unionpay/back_notify_2022.json").getBytes(StandardCharsets.UTF_8), "vector");
        Map<String, String> fields = new LinkedHashMap<>();
        for (String field : vector.text("signedText").replace(from, to).split("&", -1)) {
            int equals = field.indexOf('=');
            fields.put(field.substring(0, equals), field.substring(equals + 1));
        }
        fields.put("signature", vector.text("signature"));
        return UnionPayNotification.delivery(UnionPayNotification.form(fields, StandardCharsets.UTF_8), receivedAt);
    }

    @Test
    void theRealNotificationPosts() throws Exception {
        Channel ours = channel("root", "middle");
        Assertions.assertThat(Expect.payment(ours, delivery("", "", THEN)).orderNo())
                .isEqualTo("yansongda20220908132206");
        Expect.refused(ours, delivery("txnAmt=1&", "txnAmt=2&", THEN), Refusal.BAD_SIGNATURE);
        Expect.refused(ours, delivery("\r\n", "\n", THEN), Refusal.BAD_SIGNATURE);
    }

    @Test
    void key05WithoutTheMiddleCertificateItsChainIsCut() throws Exception {
        Expect.refused(channel("root"), delivery("", "", THEN), Refusal.UNKNOWN_KEY);
    }

    @Test
    void key09TheCertificateExpired() throws Exception {
        Instant later = Instant.parse("2025-08-01T00:00:00Z");
        Expect.refused(channel("root", "middle"), delivery("", "", later), Refusal.UNKNOWN_KEY);
    }
}
