package dev.payonce.channel.alipay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Refusal;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.ChannelProperties.KeyEntry;
import dev.payonce.channel.Expect;
import dev.payonce.channel.StrictJson;
import dev.payonce.channel.Vectors;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A real message of Alipay's sandbox: the parameters of the payer's return page, verified with a certificate. */
class AlipayVectorsTest {
    private static final Instant THEN = Instant.parse("2023-12-21T06:48:44Z");

    private static Channel channel(String appId, Instant now) throws Exception {
        String certificate = Vectors.read("alipay/yansongda__alipayPublicCert.crt");
        return new AlipayType()
                .create(
                        new ChannelProperties(
                                "ali",
                                Map.of("app-id", List.of(appId), "seller-id", List.of("2088721003899159")),
                                List.of(new KeyEntry(null, certificate))),
                        now);
    }

    private static String query() throws Exception {
        String vector = Vectors.read("alipay/yansongda_return_2023.json");
        return StrictJson.read(vector.getBytes(StandardCharsets.UTF_8), "vector")
                .text("query");
    }

    @Test
    void theRealSignatureIsValidAndWithoutATradeStatusNothingIsPosted() throws Exception {
        Channel ours = channel("9021000122682882", THEN);
        // It got as far as its missing status: the signature holds.
        Expect.refused(ours, AlipayNotification.delivery(query(), THEN), Refusal.MALFORMED, "trade_status is missing");
        Expect.refused(
                ours,
                AlipayNotification.delivery(query().replace("total_amount=0.01", "total_amount=0.02"), THEN),
                Refusal.BAD_SIGNATURE);
        Expect.refused(
                ours,
                AlipayNotification.delivery(query() + "&trade_status=TRADE_SUCCESS", THEN),
                Refusal.BAD_SIGNATURE);
    }

    @Test
    void biz04SignedForAnotherAppItIsNotOurs() throws Exception {
        assertThat(Expect.refusal(channel("2021000000000000", THEN), AlipayNotification.delivery(query(), THEN)))
                .isEqualTo(new Decoded.Refused(Refusal.WRONG_RECEIVER, "9021000122682882"));
    }

    @Test
    void key09TheCertificateExpires() throws Exception {
        Instant later = Instant.parse("2024-06-07T00:00:00Z");
        Expect.refused(
                channel("9021000122682882", THEN), AlipayNotification.delivery(query(), later), Refusal.UNKNOWN_KEY);
        assertThatThrownBy(() -> channel("9021000122682882", later))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("payonce.channels.ali.verification-keys holds no key that is valid now");
    }
}
