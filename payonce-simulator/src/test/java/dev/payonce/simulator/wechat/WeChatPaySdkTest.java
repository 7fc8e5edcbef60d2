package dev.payonce.simulator.wechat;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.wechat.pay.java.core.exception.DecryptionException;
import com.wechat.pay.java.core.exception.ValidationException;
import com.wechat.pay.java.core.notification.NotificationParser;
import com.wechat.pay.java.core.notification.RSAPublicKeyNotificationConfig;
import com.wechat.pay.java.core.notification.RequestParam;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.SimulatedPayment;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The platform's own SDK as the judge of what is signed here. */
class WeChatPaySdkTest {
    private static final SigningKey KEY = SigningKey.generate("PUB_KEY_ID_0119000001092026120100000001");
    private static final WeChatPayV3 WECHAT =
            new WeChatPayV3("1900000109", "wx8888888888888888", "0123456789abcdef0123456789abcdef", List.of(KEY));
    private static final Instant NOW = Instant.parse("2026-12-01T10:00:00Z");

    private final Random random = new Random(7);
    private final NotificationParser parser = new NotificationParser(new RSAPublicKeyNotificationConfig.Builder()
            .publicKey(KEY.publicKeyPem())
            .publicKeyId(KEY.id())
            .apiV3Key(WECHAT.apiV3Key())
            .build());
    private final Notification notification = WECHAT.notification(
            new SimulatedPayment("4200001234202612010000000001", "P20261201/0001", 9900, "CNY", NOW), random);

    @Test
    void sdkAcceptsAGenuineNotification() {
        Map<?, ?> resource = parse(notification.sign(NOW, random));

        assertThat(resource.get("transaction_id")).isEqualTo("4200001234202612010000000001");
        assertThat(resource.get("out_trade_no")).isEqualTo("P20261201/0001");
        assertThat(resource.get("trade_state")).isEqualTo("SUCCESS");
    }

    @Test
    void sdkReadsAServiceProvidersAndACombinedPayment() {
        SimulatedPayment other = notification.payment().withTransactionId("4200001234202612010000000002");
        Map<?, ?> partner = parse(
                WECHAT.notification(notification.payment(), WeChatEvent.paid().forSubMerchant("1900000111"), random)
                        .sign(NOW, random));
        Map<?, ?> combined = parse(WECHAT.notification(
                        notification.payment(),
                        WeChatEvent.paid().forSubMerchant("1900000111").combinedWith(List.of(other)),
                        random)
                .sign(NOW, random));

        assertThat(partner.get("sp_mchid")).isEqualTo("1900000109");
        assertThat(partner.get("sub_mchid")).isEqualTo("1900000111");
        assertThat(partner.containsKey("mchid")).isFalse();
        assertThat(combined.get("combine_mchid")).isEqualTo("1900000109");
        assertThat(String.valueOf(combined.get("sub_orders")))
                .contains("transaction_id=4200001234202612010000000001", "transaction_id=4200001234202612010000000002")
                .contains("sub_mchid=1900000111");
    }

    @ParameterizedTest
    @EnumSource(
            value = Forgery.class,
            names = {"TAMPERED_BODY", "WRONG_SIGNATURE", "UNKNOWN_KEY"})
    void sdkRefusesTheSignature(Forgery forgery) {
        assertThatThrownBy(() -> parse(notification.sign(Set.of(forgery), NOW, random)))
                .isInstanceOf(ValidationException.class);
    }

    @ParameterizedTest
    @EnumSource(
            value = Forgery.class,
            names = {"TAMPERED_CIPHERTEXT", "WRONG_ASSOCIATED_DATA", "WRONG_API_KEY"})
    void sdkRefusesTheCiphertext(Forgery forgery) {
        assertThatThrownBy(() -> parse(notification.sign(Set.of(forgery), NOW, random)))
                .isInstanceOf(DecryptionException.class);
    }

    private Map<?, ?> parse(SignedRequest request) {
        return parser.parse(
                new RequestParam.Builder()
                        .serialNumber(header(request, "Wechatpay-Serial"))
                        .timestamp(header(request, "Wechatpay-Timestamp"))
                        .nonce(header(request, "Wechatpay-Nonce"))
                        .signature(header(request, "Wechatpay-Signature"))
                        .signType(header(request, "Wechatpay-Signature-Type"))
                        .body(new String(request.body(), UTF_8))
                        .build(),
                Map.class);
    }

    private static String header(SignedRequest request, String name) {
        return request.headers().getOrDefault(name, List.of("")).get(0);
    }
}
