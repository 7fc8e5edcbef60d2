package dev.payonce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The values refuse what they must never hold. */
class VocabularyTest {
    private static final Money MONEY = new Money(100, "CNY");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                " a",
                "a ",
                "\ta",
                "a\n",
                "a\u0000b",
                "a\u007fb",
                "\u3000a",
                "a\u00a0",
                "\ufeffa",
                "a\u200b",
                "a\u2028b",
                "\ud83c",
                "a\u0085"
            })
    void blankPaddedAndUnprintableTextsAreNoIds(String text) {
        assertThat(Names.isId(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "A b", "4200/1", "订单-1", "🎁", "a%20b", "\\"})
    void everythingElseIsAnId(String text) {
        assertThat(Names.isId(text)).isTrue();
    }

    @Test
    void idsAreMeasuredInCodePoints() {
        assertThat(Names.isId("x".repeat(128))).isTrue();
        assertThat(Names.isId("x".repeat(129))).isFalse();
        assertThat(Names.isId("🎁".repeat(128))).isTrue();
        assertThat(Names.isId("🎁".repeat(129))).isFalse();
    }

    @Test
    void errorsNameTheFieldAndNeverTheText() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new PaymentKey("wechat", "m", "secret "))
                .withMessageContaining("transaction id")
                .withMessageNotContaining("secret");
        assertThatIllegalArgumentException().isThrownBy(() -> new PaymentKey("wechat", "m", "a/b"));
    }

    @Test
    void moneyIsNeverNegativeAndNamesItsCurrency() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Money(-1, "CNY"));
        for (String currency : List.of("", "cny", "CN", "CNYY", "ＣＮＹ", "CN1")) {
            assertThatIllegalArgumentException().isThrownBy(() -> new Money(1, currency));
        }
    }

    @Test
    void ordersAreOfOneUnitAtLeastAndBalanced() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NewOrder("O", new Money(0, "CNY"), "a", null, List.of()))
                .withMessageContaining("amount");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NewOrder("O", MONEY, "a", null, List.of(new Posting("a", "CNY", 99, null))))
                .withMessageContaining("must sum to");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NewOrder(
                        "O",
                        MONEY,
                        "a",
                        null,
                        List.of(
                                new Posting("a", "CNY", Long.MAX_VALUE, null),
                                new Posting("b", "CNY", Long.MAX_VALUE, null))))
                .withMessageContaining("overflow");
        assertThatIllegalArgumentException().isThrownBy(() -> new NewOrder("O", MONEY, "a", "WX", List.of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new NewOrder(
                        "O", MONEY, "a", null, java.util.Collections.nCopies(101, new Posting("a", "CNY", 1, null))));
        assertThat(new NewOrder("O", MONEY, "a", null, List.of()).postings())
                .containsExactly(new Posting("a", "CNY", 100, null));
    }

    @Test
    void orderMovesNothingInSuspense() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Posting("suspense:wx", "CNY", 1, null));
        assertThatIllegalArgumentException().isThrownBy(() -> new Posting("a", "CNY", 1, "suspense:wx"));
        assertThatIllegalArgumentException().isThrownBy(() -> new NewOrder("O", MONEY, "suspense:wx", null, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new Posting("a", "CNY", 1, "a"));
        assertThatIllegalArgumentException().isThrownBy(() -> new Posting("issued", "POINTS", 1, null));
        assertThatIllegalArgumentException().isThrownBy(() -> new Posting("channel:wx", "CNY", 1, null));
        assertThatIllegalArgumentException().isThrownBy(() -> new NewOrder("O", MONEY, "channel:wx", null, List.of()));
        assertThat(new Posting("issued", "POINTS", 50, "user:7").to()).isEqualTo("issued");
    }

    @Test
    void successNeedsAnOutcomeThatIsOne() {
        for (Outcome outcome : List.of(Outcome.CONFLICT, Outcome.IN_PROGRESS, Outcome.UNAVAILABLE)) {
            assertThatIllegalArgumentException().isThrownBy(() -> new Receipt(outcome, true, null, null));
            assertThat(Receipt.of(outcome).success()).isFalse();
        }
        assertThatIllegalArgumentException().isThrownBy(() -> new Receipt(Outcome.REFUSED, true, Refusal.PROBE, null));
        assertThatIllegalArgumentException().isThrownBy(() -> new Receipt(Outcome.POSTED, false, null, null));
        assertThatIllegalArgumentException().isThrownBy(() -> new Receipt(Outcome.HELD, true, null, null));
        assertThatIllegalArgumentException().isThrownBy(() -> new Confirmation(Outcome.UNAVAILABLE, null));
        assertThat(Receipt.refused(Refusal.OVERSIZED).status()).isEqualTo(413);
        assertThat(Receipt.refused(Refusal.STALE).status()).isEqualTo(401);
        assertThat(Receipt.of(Outcome.CONFLICT).status()).isEqualTo(409);
        assertThat(Receipt.held(HeldReason.ORDER_UNKNOWN, false).status()).isEqualTo(409);
        assertThat(Receipt.held(HeldReason.EXCESS_PAYMENT, true).status()).isEqualTo(200);
    }

    @Test
    void timesToLiveOutsideTheirLimitsAreUnsafe() {
        GateSettings.DEFAULT.requireSafe();
        for (Duration claim : List.of(Duration.ofSeconds(179), Duration.ofSeconds(601))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new GateSettings(claim, Duration.ofDays(1)).requireSafe())
                    .withMessageContaining("payonce.gate.processing-ttl");
        }
        for (Duration mark : List.of(Duration.ofHours(23), Duration.ofDays(8))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new GateSettings(Duration.ofMinutes(5), mark).requireSafe())
                    .withMessageContaining("payonce.gate.success-ttl");
        }
    }

    @Test
    void headersAreFoundWhateverTheirCaseAndOnlyOnce() {
        Delivery delivery = new Delivery(
                "POST",
                "/notify/wx",
                Map.of("wechatpay-serial", List.of("1"), "X-Twice", List.of("1", "1")),
                null,
                Body.empty(),
                Instant.EPOCH);
        assertThat(delivery.singleHeader("Wechatpay-Serial")).isEqualTo("1");
        assertThat(delivery.singleHeader("x-twice")).isNull();
        assertThat(delivery.singleHeader("absent")).isNull();
    }

    @Test
    void refusalsDetailIsFitForALogLine() {
        Decoded.Refused refused = new Decoded.Refused(Refusal.WRONG_RECEIVER, "a\r\nb" + "x".repeat(500));
        assertThat(refused.detail()).startsWith("a  b").hasSize(200);
    }

    @Test
    void channelsHaveNamesOfTheirOwn() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Channels(List.of(new PlainChannel("wx"), new PlainChannel("wx"))));
        for (String name : List.of("", "WX", "1wx", "wx_1", "x".repeat(33), "wx/..")) {
            assertThatIllegalArgumentException().isThrownBy(() -> new Channels(List.of(new PlainChannel(name))));
        }
    }

    @Test
    void aTimeThatNoPaymentHasIsNoTime() {
        for (String time :
                new String[] {"+999999999-01-01T00:00:00Z", "+10000-01-01T00:00:00Z", "1969-12-31T23:59:59Z"}) {
            assertThat(paidAt(time).paidAt()).as(time).isNull();
        }
        for (String time : new String[] {"9999-12-31T23:59:59Z", "1970-01-01T00:00:00Z"}) {
            assertThat(paidAt(time).paidAt()).as(time).isEqualTo(time);
        }
    }

    private static PaymentNotification paidAt(String time) {
        Instant now = Instant.parse("2026-12-01T00:00:00Z");
        PaymentKey key = new PaymentKey("square", "M1", "P1");
        return new PaymentNotification("sq", key, "ORD1", new Money(1, "USD"), Instant.parse(time), now, Body.empty());
    }
}
