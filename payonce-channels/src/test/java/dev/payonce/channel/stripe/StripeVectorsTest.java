package dev.payonce.channel.stripe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.Body;
import dev.payonce.Delivery;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import dev.payonce.channel.HmacKeys;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.RefusedException;
import dev.payonce.channel.StrictJson;
import dev.payonce.channel.Vectors;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What others signed. Their secret has no prefix and would not pass the settings, so that the verifier is asked itself. */
class StripeVectorsTest {
    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static Delivery delivery(String header, byte[] body, Instant at) {
        return new Delivery(
                "POST", "/notify/card", Map.of("Stripe-Signature", List.of(header)), null, Body.of(body), at);
    }

    @Test
    void key07BothBodiesVerifyBesideADecoyAndNoChangedOne() throws Exception {
        JsonObject vector = StrictJson.read(utf8(Vectors.read("stripe/v1.json")), "vector");
        HmacKeys secrets = new HmacKeys(List.of(utf8(vector.text("secret"))));
        Instant at = Instant.ofEpochSecond(vector.amount("timestamp"));
        for (JsonObject one : vector.objects("cases")) {
            assertThat(one.flag("expect")).isTrue();
            byte[] body = utf8(Vectors.read("stripe/" + one.text("bodyFile")));
            Delivery genuine = delivery(one.text("header"), body, at);
            StripeSignature signature = StripeSignature.of(genuine);
            signature.require(secrets, body, at);

            String text = new String(body, StandardCharsets.UTF_8);
            for (String other : List.of(text.strip(), text + "\n", text.replace("\n", "\r\n"), text.replace(" ", ""))) {
                if (!other.equals(text)) {
                    assertThatThrownBy(() -> signature.require(secrets, utf8(other), at))
                            .isInstanceOf(RefusedException.class);
                }
            }
            assertThatThrownBy(() -> signature.require(secrets, body, at.plusSeconds(301)))
                    .isInstanceOf(RefusedException.class);
            Expect.refused(StripeNotification.channel(), genuine, Refusal.BAD_SIGNATURE);
        }
    }
}
