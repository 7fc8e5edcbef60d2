package dev.payonce.channel.square;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import dev.payonce.channel.JsonObject;
import dev.payonce.channel.StrictJson;
import dev.payonce.channel.Vectors;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What others signed, one of them Square itself. */
class SquareVectorsTest {
    private static List<JsonObject> cases() throws Exception {
        return StrictJson.read(Vectors.read("square/hmac_cases.json").getBytes(StandardCharsets.UTF_8), "vector")
                .objects("cases");
    }

    private static Decoded decode(JsonObject vector) throws Exception {
        Channel channel = SquareNotification.channel(Map.of(
                "secrets", List.of(vector.text("key")),
                "notification-url", List.of(vector.text("url"))));
        Delivery delivery = SquareNotification.delivery(
                Map.of(SquareNotification.SIGNATURE, List.of(vector.text("signature"))),
                vector.text("body").getBytes(StandardCharsets.UTF_8));
        return Expect.single(channel, delivery);
    }

    private static boolean isGenuine(Decoded decoded) {
        return decoded.fold(payment -> true, ignored -> true, refused -> refused.reason() != Refusal.BAD_SIGNATURE);
    }

    @Test
    void everySignatureIsValidOrNotAsItSays() throws Exception {
        List<Boolean> valid = new ArrayList<>();
        for (JsonObject vector : cases()) {
            assertThat(isGenuine(decode(vector))).isEqualTo(vector.flag("expect"));
            valid.add(vector.flag("expect"));
        }
        assertThat(valid).containsExactly(true, true, false, false);
    }

    @Test
    void thePortalsTestNotificationIsIgnored() throws Exception {
        assertThat(decode(cases().get(0))).isEqualTo(Decoded.ignored("event type"));
    }
}
