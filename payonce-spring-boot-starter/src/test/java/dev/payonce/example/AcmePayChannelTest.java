package dev.payonce.example;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Body;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.Refusal;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

class AcmePayChannelTest {
    private static final String PAID = "{\"type\":\"payment.paid\",\"payment\":{\"id\":\"P1\",\"merchant\":\"M1\","
            + "\"order\":\"ORD1\",\"amount\":9900,\"currency\":\"CNY\",\"paid_at\":1796119200}}";
    private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");

    private final AcmePayChannel channel = new AcmePayChannel("M1", List.of("new-secret", "old-secret"));

    private Decoded decode(String secret, Instant signedAt, String signed, String sent) {
        String time = String.valueOf(signedAt.getEpochSecond());
        return channel.decode(new Delivery(
                        "POST",
                        "/notify/acme",
                        Map.of(
                                "Acme-Time", List.of(time),
                                "Acme-Signature", List.of(hmac(secret, time + "." + signed))),
                        null,
                        Body.of(sent.getBytes(UTF_8)),
                        NOW))
                .get(0);
    }

    private static String hmac(String secret, String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(text.getBytes(UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void assertRefused(Decoded decoded, Refusal reason) {
        assertThat(decoded)
                .isInstanceOfSatisfying(
                        Decoded.Refused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    @Test
    void aPaymentIsReadUnderTheOldAndTheNewSecret() {
        for (String secret : List.of("old-secret", "new-secret")) {
            assertThat(decode(secret, NOW, PAID, PAID)).isInstanceOf(Decoded.Payment.class);
        }
    }

    @Test
    void whatIsNotGenuineIsRefused() {
        assertRefused(decode("no-secret", NOW, PAID, PAID), Refusal.BAD_SIGNATURE);
        assertRefused(decode("old-secret", NOW, PAID, PAID.replace("9900", "1")), Refusal.BAD_SIGNATURE);
        assertRefused(decode("old-secret", NOW.minusSeconds(301), PAID, PAID), Refusal.STALE);
    }

    @Test
    void anotherMerchantsPaymentIsRefusedAndAnotherEventIsIgnored() {
        String foreign = PAID.replace("M1", "M2");
        assertRefused(decode("old-secret", NOW, foreign, foreign), Refusal.WRONG_RECEIVER);
        String refund = "{\"type\":\"payment.refunded\"}";
        assertThat(decode("old-secret", NOW, refund, refund)).isInstanceOf(Decoded.Ignored.class);
    }

    @Test
    void anAmountThatIsNotAnIntegerIsRefused() {
        String fraction = PAID.replace("9900", "99.5");
        assertRefused(decode("old-secret", NOW, fraction, fraction), Refusal.MALFORMED);
    }
}
