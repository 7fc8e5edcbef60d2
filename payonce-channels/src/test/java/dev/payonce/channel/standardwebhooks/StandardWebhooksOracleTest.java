package dev.payonce.channel.standardwebhooks;

import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.OTHER_SECRET;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.SECRET;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.SIGNATURE;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.aSignedNotification;
import static dev.payonce.channel.standardwebhooks.StandardWebhooksNotification.channel;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
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
import dev.payonce.simulator.standardwebhooks.StandardWebhooks;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * The official library and this channel agree; where they do not, the test says who is stricter and why. The library reads
 * the machine's clock and lets no other be given, so that these deliveries are of this very moment.
 */
class StandardWebhooksOracleTest {
    private final Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
    private final Channel channel = channel();
    private final Webhook sdk;

    StandardWebhooksOracleTest() throws Exception {
        sdk = new Webhook(SECRET);
    }

    private void sdkVerifies(Delivery delivery) throws WebhookVerificationException {
        sdk.verify(new String(delivery.body().bytes(), StandardCharsets.UTF_8), delivery.headers());
    }

    private StandardWebhooksNotification fresh() {
        return aSignedNotification().signedAt(now).receivedAt(now);
    }

    private void bothRefuse(StandardWebhooksNotification notification) {
        Delivery delivery = notification.deliver();
        assertThatThrownBy(() -> sdkVerifies(delivery)).isInstanceOf(WebhookVerificationException.class);
        assertThat(Expect.single(channel, delivery)).isInstanceOf(Decoded.Refused.class);
    }

    private void bothAccept(StandardWebhooksNotification notification) throws Exception {
        Delivery delivery = notification.deliver();
        sdkVerifies(delivery);
        Expect.accepted(channel, delivery);
    }

    private void onlyWeRefuse(StandardWebhooksNotification notification, Refusal reason) throws Exception {
        Delivery delivery = notification.deliver();
        sdkVerifies(delivery);
        Expect.refused(channel, delivery, reason);
    }

    @Test
    void whatTheLibrarySignsVerifiesHere() throws Exception {
        Delivery unsigned = fresh().id("msg_1").body("note", "\"gift 🎁 è\"").deliver();
        String signature = sdk.sign(
                "msg_1", now.getEpochSecond(), new String(unsigned.body().bytes(), StandardCharsets.UTF_8));
        bothAccept(fresh().id("msg_1").body("note", "\"gift 🎁 è\"").header(SIGNATURE, signature));
    }

    @Test
    void key07BothAcceptAnyOfSeveralSignatures() throws Exception {
        bothAccept(fresh().signedBy(OTHER_SECRET, SECRET));
        bothAccept(fresh().signature(genuine -> "v1a,xxxx v1,bad " + genuine));
    }

    @Test
    void bothRefuseWhatWasChangedAfterSigning() {
        bothRefuse(fresh().signedBy(OTHER_SECRET));
        bothRefuse(fresh().tamperedAfterSigning(body -> body + "\n"));
        bothRefuse(fresh().header(StandardWebhooksNotification.ID, "msg_other"));
        bothRefuse(fresh().header(StandardWebhooksNotification.TIMESTAMP, String.valueOf(now.getEpochSecond() - 1)));
        bothRefuse(fresh().signature(genuine -> genuine.replace("v1,", "v2,")));
        bothRefuse(fresh().header(SIGNATURE));
        bothRefuse(fresh().header(StandardWebhooksNotification.ID));
        bothRefuse(fresh().signedAt("abc"));
        bothRefuse(fresh().signedAt(now.minusSeconds(3600)));
        bothRefuse(fresh().signedAt(now.plusSeconds(3600)));
    }

    @Test
    void weAreStricterWithIdsAndRepeatedHeaders() throws Exception {
        // The specification forbids points in ids; the library lets one move the border to the timestamp.
        onlyWeRefuse(fresh().id("msg.1"), Refusal.MALFORMED);
        // The library takes the first of several.
        Delivery genuine = fresh().deliver();
        String signature = genuine.header(SIGNATURE).get(0);
        onlyWeRefuse(fresh().header(SIGNATURE, signature, "v1,other"), Refusal.MALFORMED);
        onlyWeRefuse(fresh().signature(one -> one + " v1,AAAA".repeat(299)), Refusal.MALFORMED);
    }

    @Test
    void whatTheSimulatorSendsIsReadByBothAndForgeriesByNone() throws Exception {
        Random random = new Random(7);
        Channel simulated = channel(Map.of("fields.order-no", List.of("/data/order_no")));
        StandardWebhooks sender = new StandardWebhooks(List.of(OTHER_SECRET, SECRET));
        SimulatedPayment payment = new SimulatedPayment("pay_1", "ORD 1/2", 1500, "JPY", now);
        Delivery delivery = delivery(sender.notification(payment, random).sign(now, random));
        sdkVerifies(delivery);
        PaymentNotification ours = Expect.payment(simulated, delivery);
        assertThat(ours.money().amount()).isEqualTo(1500);
        assertThat(ours.orderNo()).isEqualTo("ORD 1/2");
        Expect.ignored(
                simulated,
                delivery(sender.notification(payment, "pending", random).sign(now, random)));
        for (Forgery forgery : sender.forgeries()) {
            Delivery forged = delivery(sender.notification(payment, random).sign(Set.of(forgery), now, random));
            assertThatThrownBy(() -> sdkVerifies(forged))
                    .as(forgery.name())
                    .isInstanceOf(WebhookVerificationException.class);
            assertThat(Expect.single(simulated, forged)).as(forgery.name()).isInstanceOf(Decoded.Refused.class);
        }
    }

    private Delivery delivery(SignedRequest request) {
        return new Delivery(request.method(), "/notify/hook", request.headers(), null, Body.of(request.body()), now);
    }
}
