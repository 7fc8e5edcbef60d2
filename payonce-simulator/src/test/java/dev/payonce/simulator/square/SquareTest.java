package dev.payonce.simulator.square;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.squareup.square.utilities.WebhooksHelper;
import dev.payonce.simulator.Answer;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.Notification;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SimulatedPayment;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** Judged by channels.md 8 on bytes, with the JDK alone, and by the platform's own SDK. */
class SquareTest {
    private static final String KEY = "Ibxx_5AKakO-3qeNVR61Dw";
    private static final String URL = "https://shop.example/wh/square";
    private static final String SIGNATURE = "x-square-hmacsha256-signature";
    private static final Square SQUARE = new Square("MLEFBHHSJGVHD", "L88917AVBK2S5", KEY, URL);
    private static final Instant NOW = Instant.parse("2026-12-01T18:00:05Z");
    private static final SimulatedPayment PAYMENT = new SimulatedPayment("hYy9pRFV", "P/1", 9905, "USD", NOW);

    private final Random random = new Random(7);

    private SignedRequest request(SquareEvent event, Forgery... forgeries) {
        return SQUARE.notification(PAYMENT, event, random).sign(Set.of(forgeries), NOW, random);
    }

    private static String body(SignedRequest request) {
        return new String(request.body(), UTF_8);
    }

    private static String signature(SignedRequest request) {
        return request.headers().getOrDefault(SIGNATURE, List.of("none")).get(0);
    }

    private static boolean verifies(SignedRequest request) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(KEY.getBytes(UTF_8), "HmacSHA256"));
        mac.update(URL.getBytes(UTF_8));
        boolean valid =
                Base64.getEncoder().encodeToString(mac.doFinal(request.body())).equals(signature(request));
        assertThat(WebhooksHelper.verifySignature(body(request), signature(request), KEY, URL))
                .isEqualTo(valid);
        return valid;
    }

    @Test
    void everyEventIsSignedOverUrlAndBody() throws Exception {
        for (SquareEvent event : List.of(
                SquareEvent.approved(),
                SquareEvent.completed(),
                SquareEvent.feeAdded(),
                SquareEvent.canceled(),
                SquareEvent.other("refund.updated"))) {
            assertThat(verifies(request(event))).isTrue();
        }
    }

    @Test
    void fieldsAreTheDocumentedOnes() {
        assertThat(body(request(SquareEvent.completed())))
                .startsWith("{\"merchant_id\":\"MLEFBHHSJGVHD\",\"type\":\"payment.updated\",\"event_id\":\"")
                .contains("\"data\":{\"type\":\"payment\",\"id\":\"hYy9pRFV\",\"object\":{\"payment\":{")
                .contains("\"amount_money\":{\"amount\":9905,\"currency\":\"USD\"}")
                .contains("\"total_money\":{\"amount\":10005,\"currency\":\"USD\"}")
                .contains("\"reference_id\":\"P\\/1\",\"status\":\"COMPLETED\"")
                .doesNotContain("processing_fee");
        assertThat(body(request(SquareEvent.approved()))).contains("payment.created", "\"status\":\"APPROVED\"");
        assertThat(body(request(SquareEvent.feeAdded()))).contains("processing_fee", "\"version\":3");
        assertThat(body(SQUARE.notification(PAYMENT.withOrderNo(null)).sign(NOW, random)))
                .doesNotContain("reference_id");
    }

    @Test
    void anAttemptIsLikeTheOtherAndEachEventHasItsOwnId() {
        Notification notification = SQUARE.notification(PAYMENT, random);
        assertThat(body(notification.sign(NOW.plusSeconds(60), random)))
                .isEqualTo(body(notification.sign(NOW, random)));
        assertThat(Stream.generate(() -> body(request(SquareEvent.completed())))
                        .limit(3)
                        .distinct())
                .hasSize(3);
        assertThat(notification.event()).isEqualTo("payment.updated COMPLETED");
    }

    @Test
    void forgeriesAreWrongInOneThingOnly() throws Exception {
        assertThat(verifies(request(SquareEvent.completed(), Forgery.WRONG_SIGNATURE)))
                .isFalse();
        assertThat(verifies(request(SquareEvent.completed(), Forgery.EMPTY_SIGNATURE)))
                .isFalse();
        assertThat(signature(request(SquareEvent.completed(), Forgery.MISSING_SIGNATURE)))
                .isEqualTo("none");
        SignedRequest tampered = request(SquareEvent.completed(), Forgery.TAMPERED_BODY);
        assertThat(verifies(tampered)).isFalse();
        assertThat(verifies(tampered.withBody(body(tampered)
                        .replace("9906", "9905")
                        .replace("10006", "10005")
                        .getBytes(UTF_8))))
                .isTrue();
        SignedRequest other = request(SquareEvent.completed(), Forgery.OTHER_MERCHANT);
        assertThat(verifies(other)).isTrue();
        assertThat(body(other)).contains("\"merchant_id\":\"MLEFBHHSJGVHD9\"");
        assertThatThrownBy(() -> request(SquareEvent.completed(), Forgery.STALE))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void everySuccessStatusAcknowledges() {
        assertThat(IntStream.of(199, 200, 204, 299, 300, 302, 409, 503)
                        .filter(status -> SQUARE.acknowledged(new Answer(status, Map.of(), ""))))
                .containsExactly(200, 204, 299);
    }

    /** channels.md 0.3: 1,2,4,8,16,32,60 min, 2,4,8,8 h; then discarded. */
    @Test
    void scheduleIsTheDocumentedOne() {
        assertThat(SQUARE.schedule().pauses())
                .extracting(Duration::toMinutes)
                .containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 120L, 240L, 480L, 480L);
    }

    @Test
    void noTextFormShowsTheKey() {
        Square generated = Square.generate("M1", "L1", URL);
        assertThat(SQUARE.toString() + generated)
                .doesNotContain(KEY, generated.signatureKey())
                .contains("M1");
    }
}
