package dev.payonce.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Body;
import dev.payonce.Decoded;
import dev.payonce.Money;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import dev.payonce.Refusal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentPaymentsTest {
    private static final Instant FIRST = Instant.parse("2026-12-01T00:00:00Z");
    private static final Instant AGAIN = Instant.parse("2026-12-01T00:00:15Z");

    private final RecentPayments recent = new RecentPayments();

    private static Body body(String text) {
        return Body.of(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static PaymentNotification payment(Body body, Instant receivedAt) {
        PaymentKey key = new PaymentKey("wechat", "1900000109", "T" + body.size());
        return new PaymentNotification("wx", key, "ORD1", new Money(1, "CNY"), FIRST, receivedAt, body);
    }

    private void remember(Body body) {
        List<Decoded> items = List.of(Decoded.payment(payment(body, FIRST)));
        assertThat(recent.remember(body, items)).isEqualTo(items);
    }

    @Test
    void theSameBytesReportTheSamePaymentReceivedNow() {
        remember(body("a"));
        assertThat(recent.find(body("a"), AGAIN)).isEqualTo(List.of(Decoded.payment(payment(body("a"), AGAIN))));
    }

    @Test
    void otherBytesAreNotKnown() {
        remember(body("a"));
        assertThat(recent.find(body("b"), AGAIN)).isNull();
        // Alike in Arrays.hashCode.
        remember(body("Aa"));
        assertThat(recent.find(body("BB"), AGAIN)).isNull();
    }

    @Test
    void holdsNoMoreThanItsBoundAndNothingLarge() {
        Body large = body("x".repeat(5000));
        remember(large);
        assertThat(recent.find(large, AGAIN)).isNull();
        for (int i = 0; i < 1025; i++) {
            remember(body("body" + i));
        }
        assertThat(recent.find(body("body0"), AGAIN)).isNull();
        assertThat(recent.find(body("body1"), AGAIN)).isNotNull();
        assertThat(recent.find(body("body1024"), AGAIN)).isNotNull();
    }

    @Test
    void aListIsKeptWholeInItsOrder() {
        PaymentKey other = new PaymentKey("wechat", "1900000109", "other");
        Body body = body("list");
        PaymentNotification second =
                new PaymentNotification("wx", other, "ORD2", new Money(2, "CNY"), FIRST, FIRST, body);
        Decoded ignored = Decoded.ignored("trade state");
        var unused =
                recent.remember(body, List.of(Decoded.payment(payment(body, FIRST)), ignored, Decoded.payment(second)));
        assertThat(recent.find(body("list"), AGAIN))
                .isEqualTo(List.of(
                        Decoded.payment(payment(body, AGAIN)), ignored, Decoded.payment(second.receivedAgain(AGAIN))));
    }

    @Test
    void aListWithARefusalOrWithoutAPaymentIsNotKept() {
        Decoded refused = Decoded.refused(Refusal.WRONG_RECEIVER, "1900000110");
        var withRefusal = recent.remember(body("a"), List.of(Decoded.payment(payment(body("a"), FIRST)), refused));
        var withoutPayment = recent.remember(body("b"), List.of(Decoded.ignored("trade state")));
        assertThat(withRefusal).hasSize(2);
        assertThat(withoutPayment).hasSize(1);
        assertThat(recent.find(body("a"), AGAIN)).isNull();
        assertThat(recent.find(body("b"), AGAIN)).isNull();
    }
}
