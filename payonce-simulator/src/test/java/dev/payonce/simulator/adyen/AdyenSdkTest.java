package dev.payonce.simulator.adyen;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.adyen.model.notification.NotificationRequestItem;
import com.adyen.notification.WebhookHandler;
import com.adyen.util.HMACValidator;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.SimulatedPayment;
import java.time.Instant;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The platform's own SDK as the judge of what is signed here. */
class AdyenSdkTest {
    private static final Adyen ADYEN = Adyen.generate("ShopECOM");
    private static final Instant NOW = Instant.parse("2026-12-01T18:00:05Z");
    private static final SimulatedPayment PAYMENT =
            new SimulatedPayment("ZVWN7D3WSMK2WN82", "P:2026\\1 订单", 9905, "EUR", NOW);

    private final Random random = new Random(7);

    @Test
    void sdkAcceptsGenuineNotifications() throws Exception {
        assertThat(accepts(AdyenEvent.authorised())).isTrue();
        assertThat(accepts(AdyenEvent.refused())).isTrue();
        assertThat(accepts(AdyenEvent.offerClosed())).isTrue();
        assertThat(accepts(AdyenEvent.modification("CAPTURE", true, "C1"))).isTrue();
        assertThat(accepts(AdyenEvent.authorised(), Forgery.OTHER_MERCHANT)).isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = Forgery.class,
            names = {"TAMPERED_BODY", "WRONG_SIGNATURE"})
    void sdkRefusesForgeries(Forgery forgery) throws Exception {
        assertThat(accepts(AdyenEvent.authorised(), forgery)).isFalse();
    }

    private boolean accepts(AdyenEvent event, Forgery... forgeries) throws Exception {
        byte[] body = ADYEN.notification(PAYMENT, event, random)
                .sign(Set.of(forgeries), NOW, random)
                .body();
        NotificationRequestItem item = new WebhookHandler()
                .handleNotificationJson(new String(body, UTF_8))
                .getNotificationItems()
                .get(0);
        return new HMACValidator().validateHMAC(item, ADYEN.hmacKey());
    }
}
