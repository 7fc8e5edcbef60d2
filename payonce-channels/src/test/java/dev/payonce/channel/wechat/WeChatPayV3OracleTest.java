package dev.payonce.channel.wechat;

import static dev.payonce.channel.wechat.WeChatNotification.API_V3_KEY;
import static dev.payonce.channel.wechat.WeChatNotification.KEY_ID;
import static dev.payonce.channel.wechat.WeChatNotification.NOW;
import static dev.payonce.channel.wechat.WeChatNotification.aCombinedNotification;
import static dev.payonce.channel.wechat.WeChatNotification.aPartnerNotification;
import static dev.payonce.channel.wechat.WeChatNotification.aSignedNotification;
import static dev.payonce.channel.wechat.WeChatNotification.channel;
import static dev.payonce.channel.wechat.WeChatNotification.subOrder;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.wechat.pay.java.core.exception.MalformedMessageException;
import com.wechat.pay.java.core.exception.ValidationException;
import com.wechat.pay.java.core.notification.NotificationParser;
import com.wechat.pay.java.core.notification.RSAPublicKeyNotificationConfig;
import com.wechat.pay.java.core.notification.RequestParam;
import com.wechat.pay.java.service.partnerpayments.jsapi.model.Transaction;
import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.PaymentNotification;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import dev.payonce.channel.TestKeys;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The official SDK and this channel agree; where they do not, the test says who is stricter and why. */
class WeChatPayV3OracleTest {
    private final Channel channel = channel();
    private final NotificationParser sdk = new NotificationParser(new RSAPublicKeyNotificationConfig.Builder()
            .publicKey(TestKeys.PLATFORM.getPublic())
            .publicKeyId(KEY_ID)
            .apiV3Key(API_V3_KEY)
            .build());

    private Map<?, ?> sdkParses(Delivery delivery) {
        return sdkParses(delivery, Map.class);
    }

    private <T> T sdkParses(Delivery delivery, Class<T> type) {
        return sdk.parse(
                new RequestParam.Builder()
                        .serialNumber(delivery.singleHeader("Wechatpay-Serial"))
                        .nonce(delivery.singleHeader("Wechatpay-Nonce"))
                        .signature(delivery.singleHeader("Wechatpay-Signature"))
                        .timestamp(delivery.singleHeader("Wechatpay-Timestamp"))
                        .body(new String(delivery.body().bytes(), StandardCharsets.UTF_8))
                        .build(),
                type);
    }

    private void bothRefuse(WeChatNotification notification, Class<? extends Exception> sdkThrows) {
        Delivery delivery = notification.deliver();
        assertThatThrownBy(() -> sdkParses(delivery)).isInstanceOf(sdkThrows);
        assertThat(Expect.single(channel, delivery)).isInstanceOf(Decoded.Refused.class);
    }

    @Test
    void bothReadTheSamePaymentOutOfWhatTheJdkSigned() {
        for (String summary : new String[] {"\"支付成功\"", "\"gift 🎁\"", "\"a\\/b\""}) {
            Delivery delivery =
                    aSignedNotification().envelope("summary", summary).deliver();
            Map<?, ?> theirs = sdkParses(delivery);
            PaymentNotification ours = Expect.payment(channel, delivery);
            assertThat(ours.key().transactionId()).isEqualTo(theirs.get("transaction_id"));
            assertThat(ours.key().merchant()).isEqualTo(theirs.get("mchid"));
            assertThat(ours.orderNo()).isEqualTo(theirs.get("out_trade_no"));
            assertThat((Map<?, ?>) theirs.get("amount"))
                    .isEqualTo(Map.of(
                            "total",
                            (double) ours.money().amount(),
                            "payer_total",
                            9000.0,
                            "currency",
                            ours.money().currency(),
                            "payer_currency",
                            "CNY"));
        }
    }

    @Test
    void bothReadTheSameServiceProvidersPayment() {
        Delivery delivery = aPartnerNotification().deliver();
        Transaction theirs = sdkParses(delivery, Transaction.class);
        PaymentNotification ours =
                Expect.payment(channel(Map.of("sub-merchant-id", List.of(theirs.getSubMchid()))), delivery);
        assertThat(ours.key().transactionId()).isEqualTo(theirs.getTransactionId());
        assertThat(ours.key().merchant()).isEqualTo(theirs.getSpMchid());
        assertThat(ours.orderNo()).isEqualTo(theirs.getOutTradeNo());
        assertThat(ours.money().amount())
                .isEqualTo(theirs.getAmount().getTotal().longValue());
        bothRefuse(
                aPartnerNotification().tamperedAfterSigning(body -> body.replace("EV-", "EW-")),
                ValidationException.class);
    }

    /** The SDK has no type of a combined payment: it reads the members. */
    @Test
    void bothReadTheSameOrdersOfACombinedPayment() {
        Delivery delivery = aCombinedNotification(subOrder(1), subOrder(2)).deliver();
        List<?> theirs = (List<?>) Objects.requireNonNull(sdkParses(delivery).get("sub_orders"));
        List<Decoded> ours = channel.decode(delivery);
        assertThat(ours).hasSameSizeAs(theirs);
        for (int i = 0; i < ours.size(); i++) {
            PaymentNotification payment = ((Decoded.Payment) ours.get(i)).notification();
            Map<?, ?> order = (Map<?, ?>) theirs.get(i);
            assertThat(payment.key().transactionId()).isEqualTo(order.get("transaction_id"));
            assertThat(payment.orderNo()).isEqualTo(order.get("out_trade_no"));
            Map<?, ?> amount = (Map<?, ?>) Objects.requireNonNull(order.get("amount"));
            assertThat((double) payment.money().amount()).isEqualTo(amount.get("total_amount"));
        }
        bothRefuse(
                aCombinedNotification(subOrder(1)).tamperedAfterSigning(body -> body + " "), ValidationException.class);
        bothRefuse(aCombinedNotification(subOrder(1)).encryptedWith("x".repeat(32)), RuntimeException.class);
    }

    @Test
    void bothRefuseWhatWasChangedAfterSigning() {
        bothRefuse(aSignedNotification().signedBy(TestKeys.OTHER, KEY_ID), ValidationException.class);
        bothRefuse(
                aSignedNotification().tamperedAfterSigning(body -> body.replace("EV-", "EW-")),
                ValidationException.class);
        bothRefuse(aSignedNotification().tamperedAfterSigning(body -> body + " "), ValidationException.class);
        bothRefuse(aSignedNotification().header("Wechatpay-Nonce", "other"), ValidationException.class);
        bothRefuse(aSignedNotification().header("Wechatpay-Serial", "PUB_KEY_ID_2"), ValidationException.class);
        bothRefuse(
                aSignedNotification().header("Wechatpay-Timestamp", String.valueOf(NOW.getEpochSecond() + 1)),
                ValidationException.class);
    }

    @Test
    void bothRefuseWhatDoesNotDecrypt() {
        bothRefuse(aSignedNotification().encryptedWith("x".repeat(32)), RuntimeException.class);
        bothRefuse(aSignedNotification().resource("associated_data", "\"x\""), RuntimeException.class);
        bothRefuse(aSignedNotification().resource("nonce", "\"000000000000\""), RuntimeException.class);
        bothRefuse(aSignedNotification().body(body -> "junk"), RuntimeException.class);
    }

    @Test
    void weAreStricterWithTime() {
        // The SDK does not look at a notification's age at all (channels.md 1.4).
        for (long offset : new long[] {-301, 301}) {
            Delivery delivery =
                    aSignedNotification().signedAt(NOW.plusSeconds(offset)).deliver();
            assertThat(sdkParses(delivery)).isNotEmpty();
            Expect.refused(channel, delivery, Refusal.STALE);
        }
    }

    @Test
    void sec08AProbeIsAValueHereAndAnUncheckedExceptionThere() {
        Delivery probe = aSignedNotification()
                .header("Wechatpay-Signature", "WECHATPAY/SIGNTEST/AAAA==")
                .deliver();
        assertThatThrownBy(() -> sdkParses(probe))
                .isInstanceOf(IllegalArgumentException.class)
                .isNotInstanceOf(ValidationException.class);
        Expect.refused(channel, probe, Refusal.PROBE);
    }

    @Test
    void weAreMoreTolerantWithoutAssociatedData() {
        Delivery delivery = aSignedNotification().associatedData(null).deliver();
        assertThatThrownBy(() -> sdkParses(delivery)).isInstanceOf(NullPointerException.class);
        Expect.accepted(channel, delivery);
    }

    @Test
    void weAreStricterWithRepeatedMembers() {
        Delivery delivery = aSignedNotification()
                .payment("out_trade_no", "\"ORD1\",\"out_trade_no\":\"ORD2\"")
                .deliver();
        assertThatThrownBy(() -> sdkParses(delivery))
                .isInstanceOf(RuntimeException.class)
                .isNotInstanceOf(MalformedMessageException.class);
        Expect.refused(channel, delivery, Refusal.MALFORMED);
    }
}
