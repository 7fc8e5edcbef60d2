package dev.payonce.channel.unionpay;

import static dev.payonce.channel.unionpay.UnionPayNotification.MERCHANT_ID;
import static dev.payonce.channel.unionpay.UnionPayNotification.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.payonce.Body;
import dev.payonce.Channel;
import dev.payonce.Delivery;
import dev.payonce.Money;
import dev.payonce.PaymentNotification;
import dev.payonce.Refusal;
import dev.payonce.channel.Expect;
import dev.payonce.simulator.Forgery;
import dev.payonce.simulator.SignedRequest;
import dev.payonce.simulator.SimulatedPayment;
import dev.payonce.simulator.unionpay.UnionPay;
import dev.payonce.simulator.unionpay.UnionPayEvent;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The simulator, which shares no code with the channel, in the place of an official SDK, of which there is none. */
class UnionPayOracleTest {
    private static final UnionPay UNIONPAY = UnionPay.generate(MERCHANT_ID);
    private static final SimulatedPayment PAYMENT = new SimulatedPayment("7826120", "P1", 9905, "CNY", NOW);

    private final Random random = new Random(7);
    private final Channel channel = UnionPayNotification.channel(Map.of("trusted-certificates", UNIONPAY.trusted()));

    private Delivery delivery(UnionPayEvent event, Set<Forgery> forgeries) {
        SignedRequest request = UNIONPAY.notification(PAYMENT, event, random).sign(forgeries, NOW, random);
        return new Delivery("POST", "/notify/up", request.headers(), null, Body.of(request.body()), NOW);
    }

    @Test
    void whatTheSimulatorSignsVerifiesHere() {
        PaymentNotification payment = Expect.payment(channel, delivery(UnionPayEvent.paid(), Set.of()));
        assertThat(payment.orderNo()).isEqualTo("P1");
        assertThat(payment.money()).isEqualTo(new Money(9905, "CNY"));
        Expect.ignored(channel, delivery(UnionPayEvent.unclear("A6"), Set.of()));
        Expect.ignored(channel, delivery(UnionPayEvent.refunded(), Set.of()));
    }

    @Test
    void everyForgeryIsRefused() {
        for (Forgery forgery : UNIONPAY.forgeries()) {
            for (UnionPayEvent event : List.of(UnionPayEvent.paid(), UnionPayEvent.refunded())) {
                Refusal expected = switch (forgery) {
                    case UNKNOWN_KEY -> Refusal.UNKNOWN_KEY;
                    case OTHER_MERCHANT -> Refusal.WRONG_RECEIVER;
                    default -> Refusal.BAD_SIGNATURE;
                };
                Expect.refused(channel, delivery(event, Set.of(forgery)), expected);
            }
        }
    }
}
