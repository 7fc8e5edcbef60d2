package dev.payonce.channel.wechat;

import static dev.payonce.channel.wechat.WeChatNotification.API_V3_KEY;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Body;
import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.channel.ChannelProperties;
import dev.payonce.channel.ChannelProperties.KeyEntry;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.wechat.WeChatEvent;
import dev.payonce.simulator.wechat.WeChatPayV3;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What the simulated platform signs, of both kinds, is taken here; each of its forgeries is not. */
class WeChatPayV3SimulatedTest {
    private static final Instant NOW = WeChatNotification.NOW;
    private static final SigningKey KEY = SigningKey.generate("PUB_KEY_ID_0119000001092026120100000001");
    private static final WeChatPayV3 WECHAT = new WeChatPayV3("1900000109", "wx8", API_V3_KEY, List.of(KEY));
    private static final SimulatedPayment FIRST = new SimulatedPayment("T1", "ORD1", 100, "CNY", NOW);
    private static final SimulatedPayment SECOND = new SimulatedPayment("T2", "ORD2", 200, "CNY", NOW);
    private static final WeChatEvent PARTNER = WeChatEvent.paid().forSubMerchant("1900000111");

    private final Random random = new Random(7);
    private final Channel channel = new WeChatPayV3Type()
            .create(
                    new ChannelProperties(
                            "wx",
                            Map.of(
                                    "merchant-id", List.of("1900000109"),
                                    "app-id", List.of("wx8"),
                                    "sub-merchant-id", List.of("1900000111"),
                                    "api-v3-key", List.of(API_V3_KEY)),
                            List.of(new KeyEntry(KEY.id(), KEY.publicKeyPem()))),
                    NOW);

    private List<Decoded> decode(WeChatEvent event, Set<Forgery> forgeries) {
        SignedRequest request = WECHAT.notification(FIRST, event, random).sign(forgeries, NOW, random);
        return channel.decode(
                new Delivery("POST", "/notify/wx", request.headers(), null, Body.of(request.body()), NOW));
    }

    private static List<String> orders(List<Decoded> items) {
        return items.stream()
                .map(item ->
                        String.valueOf(((Decoded.Payment) item).notification().orderNo()))
                .toList();
    }

    @Test
    void aServiceProvidersPaymentIsTaken() {
        assertThat(orders(decode(PARTNER, Set.of()))).containsExactly("ORD1");
    }

    @Test
    void eachOrderOfACombinedPaymentIsTaken() {
        assertThat(orders(decode(PARTNER.combinedWith(List.of(SECOND)), Set.of())))
                .containsExactly("ORD1", "ORD2");
    }

    @Test
    void noForgeryOfEitherIsTaken() {
        for (WeChatEvent event : List.of(PARTNER, PARTNER.combinedWith(List.of(SECOND)))) {
            for (Forgery forgery : WECHAT.forgeries()) {
                assertThat(decode(event, Set.of(forgery)))
                        .as(forgery.name())
                        .isNotEmpty()
                        .allMatch(Decoded.Refused.class::isInstance);
            }
        }
    }
}
