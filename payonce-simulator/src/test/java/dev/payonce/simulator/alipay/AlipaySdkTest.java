package dev.payonce.simulator.alipay;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.alipay.api.AlipayApiException;
import com.alipay.api.internal.util.AlipaySignature;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.SigningKey;
import dev.payonce.simulator.SimulatedPayment;
import java.net.URLDecoder;
import java.nio.charset.Charset;
import java.time.Instant;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The platform's own SDK as the judge of what is signed here. */
class AlipaySdkTest {
    private static final SigningKey KEY = SigningKey.generate("alipay");
    private static final Instant NOW = Instant.parse("2026-12-01T18:00:05Z");
    private static final SimulatedPayment PAYMENT =
            new SimulatedPayment("2026120122001400000000000001", "P 20261201+0001", 9905, "CNY", NOW);

    private final Random random = new Random(7);

    @ParameterizedTest
    @ValueSource(strings = {"UTF-8", "GBK"})
    void sdkAcceptsGenuineNotifications(String charset) throws Exception {
        assertThat(accepts(charset, AlipayEvent.success(), Set.of())).isTrue();
        assertThat(accepts(charset, AlipayEvent.partlyRefunded(new AlipayEvent.Refund(105, "R 1+2", NOW)), Set.of()))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource(
            value = Forgery.class,
            names = {"TAMPERED_BODY", "WRONG_SIGNATURE", "WEAK_ALGORITHM"})
    void sdkRefusesForgeries(Forgery forgery) throws Exception {
        assertThat(accepts("UTF-8", AlipayEvent.success(), Set.of(forgery))).isFalse();
    }

    private boolean accepts(String charset, AlipayEvent event, Set<Forgery> forgeries) throws AlipayApiException {
        Alipay alipay = new Alipay("2021000000000000", "2088000000000000", KEY, Charset.forName(charset));
        byte[] body = alipay.notification(PAYMENT, event, random)
                .sign(forgeries, NOW, random)
                .body();
        Map<String, String> fields = new HashMap<>();
        for (String pair : new String(body, US_ASCII).split("&", -1)) {
            String[] parts = pair.split("=", 2);
            fields.put(parts[0], URLDecoder.decode(parts[1], Charset.forName(charset)));
        }
        return AlipaySignature.rsaCheckV1(
                fields, Base64.getEncoder().encodeToString(KEY.publicKey().getEncoded()), charset, "RSA2");
    }
}
