package dev.payonce.simulator.adyen;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.simulator.Answer;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.SimulatedPayment;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Judged by channels.md 7 on bytes, with the JDK alone: nothing here calls the code that builds the messages. */
class AdyenTest {
    private static final String KEY = "000102030405060708090A0B0C0D0E0F101112131415161718191A1B1C1D1E1F";
    private static final Adyen ADYEN = new Adyen("ShopECOM", KEY, true);
    private static final Instant NOW = Instant.parse("2026-12-01T18:00:05Z");
    private static final SimulatedPayment PAYMENT =
            new SimulatedPayment("ZVWN7D3WSMK2WN82", "P:2026/1 \\", 9905, "EUR", NOW);

    private final Random random = new Random(7);

    private String body(AdyenEvent event, Forgery... forgeries) {
        byte[] bytes = ADYEN.notification(PAYMENT, event, random)
                .sign(Set.of(forgeries), NOW, random)
                .body();
        return new String(bytes, UTF_8);
    }

    private static String mac(String text) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(HexFormat.of().parseHex(KEY), "HmacSHA256"));
        return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(UTF_8)));
    }

    private static String signature(String body) {
        Matcher matcher = Pattern.compile("\"hmacSignature\":\"([^\"]*)\"").matcher(body);
        assertThat(matcher.find()).isTrue();
        return matcher.group(1).replace("\\/", "/");
    }

    @Test
    void signatureIsOverTheEightFieldsUnescaped() throws Exception {
        assertThat(signature(body(AdyenEvent.authorised())))
                .isEqualTo(mac("ZVWN7D3WSMK2WN82::ShopECOM:P:2026/1 \\:9905:EUR:AUTHORISATION:true"));
        assertThat(signature(body(AdyenEvent.refused())))
                .isEqualTo(mac("ZVWN7D3WSMK2WN82::ShopECOM:P:2026/1 \\:9905:EUR:AUTHORISATION:false"));
        assertThat(signature(body(AdyenEvent.modification("REFUND", true, "R1"))))
                .isEqualTo(mac("R1:ZVWN7D3WSMK2WN82:ShopECOM:P:2026/1 \\:9905:EUR:REFUND:true"));
    }

    @Test
    void fieldsAreTheDocumentedOnes() {
        assertThat(body(AdyenEvent.authorised()))
                .startsWith("{\"live\":\"true\",\"notificationItems\":[{\"NotificationRequestItem\":{")
                .contains("\"amount\":{\"currency\":\"EUR\",\"value\":9905}")
                .contains("\"success\":\"true\"")
                .contains("\"merchantReference\":\"P:2026\\/1 \\\\\"")
                .doesNotContain("originalReference");
        assertThat(new String(
                        ADYEN.withLive(false)
                                .notification(PAYMENT.withOrderNo(null), random)
                                .sign(NOW, random)
                                .body(),
                        UTF_8))
                .startsWith("{\"live\":\"false\",")
                .doesNotContain("merchantReference");
        assertThat(body(AdyenEvent.offerClosed())).contains("\"eventCode\":\"OFFER_CLOSED\"");
    }

    @Test
    void anAttemptIsLikeTheOtherAndADuplicateDiffersInItsDateOnly() {
        Notification notification = ADYEN.notification(PAYMENT, random);
        assertThat(notification.sign(NOW, random).body())
                .isEqualTo(notification.sign(NOW.plusSeconds(9), random).body());
        String date = "\"eventDate\":\"[^\"]*\"";
        List<String> duplicates = IntStream.range(0, 5)
                .mapToObj(i -> body(AdyenEvent.authorised()))
                .distinct()
                .toList();
        assertThat(duplicates).hasSizeGreaterThan(1);
        assertThat(duplicates.stream().map(body -> body.replaceAll(date, "")).distinct())
                .hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "9900, EUR, 9900",
        "500, JPY, 500",
        "1000, KWD, 1000",
        "500, ISK, 50000",
        "500, CLP, 50000",
        "50000, IDR, 500",
        "100, CVE, 1"
    })
    void amountsAreInAdyensUnits(long minorUnits, String currency, long value) {
        SimulatedPayment payment = new SimulatedPayment("t", "o", minorUnits, currency, NOW);
        assertThat(new String(ADYEN.notification(payment).sign(NOW, random).body(), UTF_8))
                .contains("\"value\":" + value + "}");
    }

    @Test
    void fractionsThatAdyenDoesNotKnowAreRefused() {
        SimulatedPayment fraction = new SimulatedPayment("t", "o", 101, "IDR", NOW);
        assertThatThrownBy(() -> ADYEN.notification(fraction).sign(NOW, random))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void forgeriesAreWrongInOneThingOnly() throws Exception {
        String right = mac("ZVWN7D3WSMK2WN82::ShopECOM:P:2026/1 \\:9905:EUR:AUTHORISATION:true");
        assertThat(signature(body(AdyenEvent.authorised(), Forgery.WRONG_SIGNATURE)))
                .hasSize(right.length())
                .isNotEqualTo(right);
        assertThat(signature(body(AdyenEvent.authorised(), Forgery.EMPTY_SIGNATURE)))
                .isEmpty();
        assertThat(body(AdyenEvent.authorised(), Forgery.MISSING_SIGNATURE)).doesNotContain("hmacSignature");
        String tampered = body(AdyenEvent.authorised(), Forgery.TAMPERED_BODY);
        assertThat(signature(tampered)).isEqualTo(right);
        assertThat(tampered).contains("\"value\":10005");
        String other = body(AdyenEvent.authorised(), Forgery.OTHER_MERCHANT);
        assertThat(signature(other))
                .isEqualTo(mac("ZVWN7D3WSMK2WN82::ShopECOM9:P:2026/1 \\:9905:EUR:AUTHORISATION:true"));
        assertThat(other).contains("\"merchantAccountCode\":\"ShopECOM9\"");
        Notification notification = ADYEN.notification(PAYMENT, random);
        assertThatThrownBy(() -> notification.sign(Set.of(Forgery.STALE), NOW, random))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void statusAloneAcknowledges() {
        assertThat(IntStream.rangeClosed(200, 299)
                        .filter(status -> ADYEN.acknowledged(new Answer(status, Map.of(), "[accepted]"))))
                .containsExactly(200, 202);
        assertThat(ADYEN.acknowledged(new Answer(200, Map.of(), ""))).isTrue();
        assertThat(ADYEN.acknowledged(new Answer(409, Map.of(), "[accepted]"))).isFalse();
    }

    /** channels.md 0.3: 9/18/27 s, then 2,5,10,15,30 min, 1,2,4,8 h, up to 30 days. */
    @Test
    void scheduleIsTheDocumentedOne() {
        assertThat(ADYEN.schedule().pauses())
                .extracting(Duration::toSeconds)
                .startsWith(9L, 18L, 27L, 120L, 300L, 600L, 900L, 1800L, 3600L, 7200L, 14400L, 28800L, 28800L)
                .endsWith(28800L);
        assertThat(ADYEN.schedule().total()).isBetween(Duration.ofDays(29), Duration.ofDays(30));
    }

    @Test
    void noTextFormShowsTheKey() {
        assertThat(ADYEN.toString() + Adyen.generate("Shop"))
                .doesNotContain(KEY)
                .contains("Shop");
        assertThat(Adyen.generate("Shop").hmacKey()).matches("[0-9A-F]{64}");
    }
}
