package dev.payonce.channel.unionpay;

import static dev.payonce.channel.unionpay.UnionPayNotification.MERCHANT_ID;
import static dev.payonce.channel.unionpay.UnionPayNotification.MIDDLE_PEM;
import static dev.payonce.channel.unionpay.UnionPayNotification.NOW;
import static dev.payonce.channel.unionpay.UnionPayNotification.ROOT_PEM;
import static dev.payonce.channel.unionpay.UnionPayNotification.UNTIL;
import static dev.payonce.channel.unionpay.UnionPayNotification.aSignedNotification;
import static dev.payonce.channel.unionpay.UnionPayNotification.channel;
import static dev.payonce.channel.unionpay.UnionPayNotification.properties;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.Money;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import dev.payonce.channel.types.ChannelTypes;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnionPayContentTest {
    private final Channel channel = channel();

    private void malformed(UnionPayNotification notification) {
        Expect.refused(channel, notification.deliver(), Refusal.MALFORMED);
    }

    private PaymentNotification payment(UnionPayNotification notification) {
        return Expect.payment(channel, notification.deliver());
    }

    @Test
    void ide01APaymentIsDecodedWhole() {
        Delivery delivery = aSignedNotification().deliver();
        assertThat(Expect.payment(channel, delivery))
                .isEqualTo(new PaymentNotification(
                        "up",
                        new PaymentKey("unionpay", MERCHANT_ID, "782612011104000674028"),
                        "ORD20261201",
                        new Money(9900, "CNY"),
                        Instant.parse("2026-12-01T03:04:00Z"),
                        NOW,
                        delivery.body()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"A6", "03", "04", "05", "01", "99", "0", "000", "00 "})
    void ide08OnlyRespCode00PostsAndNothingBlocksIt(String respCode) {
        Expect.ignored(
                channel, aSignedNotification().field("respCode", respCode).deliver());
        Expect.accepted(channel, aSignedNotification().deliver());
    }

    @ParameterizedTest
    @ValueSource(strings = {"A6", "03", "04", "05"})
    void ide08AnUnclearRespCodeSaysWhatToDo(String respCode) {
        assertThat(Expect.single(
                        channel,
                        aSignedNotification().field("respCode", respCode).deliver()))
                .isEqualTo(Decoded.ignored("respCode unclear, query the order at UnionPay"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"04", "31", "00", "02", "1"})
    void sem02RefundsAndOtherKindsAreIgnored(String txnType) {
        Expect.ignored(channel, aSignedNotification().field("txnType", txnType).deliver());
    }

    @Test
    void biz02AnotherMerchantsPaymentIsRefusedWithItsId() {
        Expect.refused(
                channel,
                aSignedNotification().field("merId", "777290058167152").deliver(),
                Refusal.WRONG_RECEIVER,
                "777290058167152");
        malformed(aSignedNotification().without("merId"));
        malformed(aSignedNotification().field("merId", "a/b"));
    }

    @ParameterizedTest
    @CsvSource({"1,1", "0,0", "007,7", "999999999999999,999999999999999"})
    void amt03TxnAmtIsFen(String text, long fen) {
        assertThat(payment(aSignedNotification().field("txnAmt", text)).money()).isEqualTo(new Money(fen, "CNY"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1E+2",
                "1e2",
                "NaN",
                "0x10",
                " 100",
                "100 ",
                "+100",
                "-1",
                "１００",
                "1,000",
                "1.00",
                "",
                "1000000000000000"
            })
    void amt05OddAmountsAreRefused(String text) {
        malformed(aSignedNotification().field("txnAmt", text));
    }

    @Test
    void amt04AnAmountInAnotherCurrencyIsNotTakenForYuan() {
        malformed(aSignedNotification().field("currencyCode", "840"));
        malformed(aSignedNotification().field("currencyCode", "CNY"));
        malformed(aSignedNotification().without("currencyCode"));
    }

    @ParameterizedTest
    @ValueSource(strings = {" ", " 1", "1 ", "1\n2", "é", "１"})
    void anIdThatIsPaddedOrNotAsciiIsRefused(String id) {
        malformed(aSignedNotification().field("queryId", id));
        malformed(aSignedNotification().field("orderId", id));
    }

    @Test
    void idsAreRequiredButForTheOrders() {
        malformed(aSignedNotification().without("queryId"));
        malformed(aSignedNotification().field("queryId", "a/b"));
        malformed(aSignedNotification().field("queryId", "1".repeat(129)));
        malformed(aSignedNotification().without("respCode"));
        malformed(aSignedNotification().without("txnType"));
        assertThat(payment(aSignedNotification().without("orderId")).orderNo()).isNull();
        assertThat(payment(aSignedNotification().without("txnTime")).paidAt()).isNull();
        assertThat(payment(aSignedNotification().field("txnTime", "yesterday")).paidAt())
                .isNull();
    }

    private static void refused(String property, List<String> values, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ChannelTypes.builtIn().create("unionpay", properties(Map.of(property, values)), NOW))
                .withMessageStartingWith("payonce.channels.up." + message)
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("S3cr3t"));
    }

    @Test
    void sec02EveryMissingOrMalformedPropertyIsNamed() {
        for (String property : List.of("merchant-id", "trusted-certificates")) {
            refused(property, List.of(), property + " is missing");
        }
        refused("merchant-id", List.of(""), "merchant-id must not be blank");
        refused("trusted-certificates", List.of(""), "trusted-certificates[0] must not be blank");
        refused("certificate-cn", List.of(""), "certificate-cn must not be blank");
        refused("certificate-cn", List.of("a", "b"), "certificate-cn must have one value");
        refused("merchant-id", List.of("a", "b"), "merchant-id must have one value");
        String root = ROOT_PEM.strip();
        refused("trusted-certificates", List.of(root, "S3cr3t"), "trusted-certificates[1] must be PEM CERTIFICATE");
        refused(
                "trusted-certificates",
                List.of("-----BEGIN PRIVATE KEY-----\nS3cr3tAA\n-----END PRIVATE KEY-----"),
                "trusted-certificates[0] must be PEM CERTIFICATE");
        refused(
                "trusted-certificates",
                List.of("-----BEGIN CERTIFICATE-----\nS3cr3tAA\n-----END CERTIFICATE-----"),
                "trusted-certificates[0] must hold an X.509 certificate");
        refused("trusted-certificates", List.of(root.substring(0, 200)), "trusted-certificates[0] is cut off");
        refused("trusted-certificates", List.of(MIDDLE_PEM.strip()), "trusted-certificates must hold a root");
        refused("trusted-certificates", List.of(ROOT_PEM.repeat(21).strip()), "trusted-certificates must have at most");
    }

    @Test
    void key09WithoutACertificateThatIsValidNowItDoesNotStart() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new UnionPayType().create(properties(Map.of()), UNTIL.plusSeconds(1)))
                .withMessageStartingWith(
                        "payonce.channels.up.trusted-certificates holds no certificate that is valid now");
    }
}
