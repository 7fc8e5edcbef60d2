package dev.payonce.channel.stripe;

import static dev.payonce.channel.stripe.StripeNotification.NOW;
import static dev.payonce.channel.stripe.StripeNotification.OTHER_SECRET;
import static dev.payonce.channel.stripe.StripeNotification.SECRET;
import static dev.payonce.channel.stripe.StripeNotification.SIGNATURE;
import static dev.payonce.channel.stripe.StripeNotification.aSignedNotification;
import static dev.payonce.channel.stripe.StripeNotification.channel;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.stripe.exception.SignatureVerificationException;
import com.stripe.model.Event;
import com.stripe.model.PaymentIntent;
import com.stripe.net.Webhook;
import dev.payonce.Body;
import dev.payonce.Channel;
import dev.payonce.Decoded;
import dev.payonce.Delivery;
import dev.payonce.PaymentNotification;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.stripe.Stripe;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The official SDK and this channel agree; where they do not, the test says who is stricter and why. */
class StripeOracleTest {
    private static final long TOLERANCE = 300;

    private final Channel channel = channel();

    private static void sdkVerifies(Delivery delivery) throws SignatureVerificationException {
        boolean unused = Webhook.Signature.verifyHeader(
                new String(delivery.body().bytes(), StandardCharsets.UTF_8),
                delivery.singleHeader(SIGNATURE),
                SECRET,
                TOLERANCE,
                Clock.fixed(NOW, ZoneOffset.UTC));
    }

    private void bothRefuse(StripeNotification notification) {
        Delivery delivery = notification.deliver();
        assertThatThrownBy(() -> sdkVerifies(delivery)).isInstanceOf(SignatureVerificationException.class);
        assertThat(Expect.single(channel, delivery)).isInstanceOf(Decoded.Refused.class);
    }

    private void onlyWeRefuse(StripeNotification notification, Refusal reason) throws Exception {
        Delivery delivery = notification.deliver();
        sdkVerifies(delivery);
        Expect.refused(channel, delivery, reason);
    }

    @Test
    void bothReadTheSamePayment() throws Exception {
        for (String note : List.of("gift", "gift 🎁 è", "a\\/b", "\\ud83c\\udf81")) {
            Delivery delivery = aSignedNotification()
                    .intent("metadata", "{\"order_no\":\"ORD " + note + "\"}")
                    .deliver();
            sdkVerifies(delivery);
            Event event = Event.GSON.fromJson(new String(delivery.body().bytes(), StandardCharsets.UTF_8), Event.class);
            PaymentIntent theirs =
                    (PaymentIntent) event.getDataObjectDeserializer().deserializeUnsafe();
            PaymentNotification ours = Expect.payment(channel, delivery);
            assertThat(ours.key().transactionId()).isEqualTo(theirs.getId());
            assertThat(ours.orderNo()).isEqualTo(theirs.getMetadata().get("order_no"));
            assertThat(ours.money().amount()).isEqualTo(theirs.getAmountReceived());
            assertThat(ours.money().currency()).isEqualTo(theirs.getCurrency().toUpperCase(Locale.ROOT));
        }
    }

    @Test
    void whatTheSdkSignsVerifiesHere() throws Exception {
        Delivery unsigned = aSignedNotification().deliver();
        String header = Webhook.Signature.generateSignatureHeader(
                new String(unsigned.body().bytes(), StandardCharsets.UTF_8), SECRET, NOW.getEpochSecond());
        Expect.accepted(channel, aSignedNotification().headers(header).deliver());
    }

    @Test
    void bothRefuseWhatWasChangedAfterSigning() {
        bothRefuse(aSignedNotification().signedBy(OTHER_SECRET));
        bothRefuse(aSignedNotification().tamperedAfterSigning(body -> body.replace("evt_", "evu_")));
        bothRefuse(aSignedNotification().tamperedAfterSigning(body -> body + "\n"));
        bothRefuse(aSignedNotification().header(header -> header.replace(",v1=", ",v0=")));
        bothRefuse(aSignedNotification().header(header -> header.substring(0, header.length() - 1)));
        bothRefuse(aSignedNotification()
                .header(header -> header.replace("t=" + NOW.getEpochSecond(), "t=" + (NOW.getEpochSecond() - 1))));
        bothRefuse(aSignedNotification().signedAt(NOW.minusSeconds(301)));
        bothRefuse(aSignedNotification()
                .header(header ->
                        "t=" + header.substring(2).toUpperCase(Locale.ROOT).replace("V1", "v1")));
    }

    @Test
    void bothAcceptAnyOfSeveralSignatures() throws Exception {
        for (StripeNotification notification : List.of(
                aSignedNotification().signedBy(OTHER_SECRET, SECRET),
                aSignedNotification().header(header -> header + ",v0=aa"),
                aSignedNotification().header(header -> header.replace(",v1=", ",v1=aa,v2=bb,v1=")))) {
            Delivery delivery = notification.deliver();
            sdkVerifies(delivery);
            Expect.accepted(channel, delivery);
        }
    }

    @Test
    void tim01WeAreStricterWithTheFuture() throws Exception {
        // The SDK checks the past only: a message dated ahead would stay good until then.
        onlyWeRefuse(aSignedNotification().signedAt(NOW.plusSeconds(301)), Refusal.STALE);
        onlyWeRefuse(aSignedNotification().signedAt(NOW.plusSeconds(315_360_000)), Refusal.STALE);
    }

    @Test
    void weAreStricterWithTimestamps() throws Exception {
        long now = NOW.getEpochSecond();
        // The SDK takes the first of two, and numbers with a sign or zeros before them.
        onlyWeRefuse(aSignedNotification().header(header -> header + ",t=1"), Refusal.MALFORMED);
        onlyWeRefuse(aSignedNotification().header(header -> header.replace("t=", "t=+")), Refusal.MALFORMED);
        onlyWeRefuse(
                aSignedNotification().header(header -> header.replace("t=" + now, "t=0" + now)), Refusal.BAD_SIGNATURE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t=abc,v1=aa", "t,v1=aa", "t=99999999999999999999,v1=aa"})
    void hostileHeadersAreValuesHereAndUncheckedExceptionsThere(String header) {
        Delivery delivery = aSignedNotification().headers(header).deliver();
        assertThatThrownBy(() -> sdkVerifies(delivery)).isInstanceOf(RuntimeException.class);
        Expect.refused(channel, delivery, Refusal.MALFORMED);
    }

    @Test
    void weDoNotDependOnTheLocale() throws Exception {
        Locale before = Locale.getDefault();
        Delivery delivery = aSignedNotification().deliver();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            // The SDK formats the signed timestamp in the default locale's digits.
            assertThatThrownBy(() -> sdkVerifies(delivery)).isInstanceOf(SignatureVerificationException.class);
            Expect.accepted(channel, delivery);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void whatTheSimulatorSendsIsReadHereAndForgeriesAreNot() {
        Random random = new Random(7);
        Stripe stripe = new Stripe(List.of(OTHER_SECRET, SECRET), true, null);
        SimulatedPayment payment = new SimulatedPayment("pi_1", "ORD 1/2", 1500, "UGX", NOW);
        PaymentNotification ours = Expect.payment(
                channel, delivery(stripe.notification(payment, random).sign(NOW, random)));
        assertThat(ours.money().amount()).isEqualTo(1500);
        assertThat(ours.orderNo()).isEqualTo("ORD 1/2");
        assertThat(ours.paidAt()).isEqualTo(NOW);
        long payments = stripe.everything(payment, random).stream()
                .map(one -> Expect.single(channel, delivery(one.sign(NOW, random))))
                .filter(Decoded.Payment.class::isInstance)
                .count();
        assertThat(payments).isEqualTo(2);
        for (Forgery forgery : stripe.forgeries()) {
            SignedRequest forged = stripe.notification(payment, random).sign(Set.of(forgery), NOW, random);
            assertThat(Expect.single(channel, delivery(forged)))
                    .as(forgery.name())
                    .isInstanceOf(Decoded.Refused.class);
        }
        Expect.ignored(
                channel,
                delivery(
                        stripe.withLivemode(false).notification(payment, random).sign(NOW, random)));
        Expect.ignored(
                channel,
                delivery(stripe.notification(payment.withOrderNo(null), random).sign(NOW, random)));
        Expect.accepted(
                channel(Map.of("account", List.of("acct_1"))),
                delivery(stripe.withAccount("acct_1")
                        .notification(payment, random)
                        .sign(NOW, random)));
    }

    private static Delivery delivery(SignedRequest request) {
        return new Delivery(request.method(), "/notify/card", request.headers(), null, Body.of(request.body()), NOW);
    }
}
