package dev.payonce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.payonce.memory.InMemoryBooks;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The pipeline with a platform that has to be asked, beside one that has not. */
class AskingChannelTest {
    private static final String PAYMENT = "T1 ORD1 9900";

    private final TestClock clock = new TestClock();
    private final InMemoryGate gate = new InMemoryGate(GateSettings.DEFAULT, clock);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final InMemoryBooks books = new InMemoryBooks(clock, List.of());
    private final Asking asking = new Asking();
    private final Channel plain = new PlainChannel("wx");
    private final List<CallbackReceiver> receivers = new ArrayList<>();
    private final CountDownLatch goOn = new CountDownLatch(1);

    private CallbackReceiver receiver(Gate theGate, Duration deadline) {
        CallbackReceiver receiver = new CallbackReceiver(
                new CallbackReceiver.Ports(new Channels(List.of(asking, plain)), theGate, books, alert -> {}),
                new ReceiverSettings(deadline, true, 4, 64, Map.of()),
                meters,
                clock);
        receivers.add(receiver);
        return receiver;
    }

    private CallbackReceiver receiver(Gate theGate) {
        return receiver(theGate, Duration.ofSeconds(4));
    }

    @AfterEach
    void close() {
        goOn.countDown();
        receivers.forEach(CallbackReceiver::close);
        assertThat(books.violations()).isEmpty();
    }

    private void createOrder(String orderNo) {
        assertThat(books.create(new NewOrder(orderNo, new Money(9900, "CNY"), "user:7", null, List.of())))
                .isEqualTo(OrderBook.Creation.CREATED);
    }

    private CompletableFuture<Receipt> send(CallbackReceiver receiver, String line) {
        return receiver.receive(asking, PlainChannel.delivery(clock, line));
    }

    private Receipt receipt(CallbackReceiver receiver, String line) throws Exception {
        return send(receiver, line).get(10, TimeUnit.SECONDS);
    }

    private OrderStatus status(String orderNo) {
        return books.find(orderNo).orElseThrow().status();
    }

    @Test
    void paymentThatThePlatformConfirmsIsPostedAndNotAskedAgain() throws Exception {
        createOrder("ORD1");
        assertThat(receipt(receiver(gate), PAYMENT).outcome()).isEqualTo(Outcome.POSTED);
        assertThat(asking.questions).hasValue(1);
        assertThat(receipt(receiver(gate), PAYMENT).outcome()).isEqualTo(Outcome.ALREADY_POSTED);
        // Without a mark the row itself says that the platform was asked.
        assertThat(receipt(receiver(new NoGate()), PAYMENT).outcome()).isEqualTo(Outcome.ALREADY_POSTED);
        assertThat(asking.questions).hasValue(1);
    }

    @Test
    void heldPaymentIsNotAskedAboutAgainEither() throws Exception {
        createOrder("ORD1");
        Receipt held = Receipt.held(HeldReason.AMOUNT_MISMATCH, false);
        assertThat(receipt(receiver(gate), "T1 ORD1 1")).isEqualTo(held);
        assertThat(receipt(receiver(gate), "T1 ORD1 1")).isEqualTo(held);
        assertThat(asking.questions).hasValue(1);
    }

    @Test
    void paymentThatThePlatformDisownsIsRefusedAndLeavesNothing() throws Exception {
        createOrder("ORD1");
        asking.answer = payment -> false;
        ScriptedGate recording = ScriptedGate.always(Claim.won());
        Receipt refused = receipt(receiver(recording), PAYMENT);
        assertThat(refused).isEqualTo(Receipt.refused(Refusal.UNCONFIRMED));
        assertThat(refused.status()).isEqualTo(401);
        assertThat(recording.told).containsExactly("claim", "release");
        assertThat(status("ORD1")).isEqualTo(OrderStatus.WAIT_PAY);
        assertThat(books.find(Notifications.payment("T1", "ORD1").at(clock.instant())))
                .isEmpty();
        assertThat(books.alerts()).isEmpty();
        assertThat(meters.get("payonce.callbacks.refused")
                        .tags("channel", "pp", "reason", "unconfirmed")
                        .counter()
                        .count())
                .isEqualTo(1);

        asking.answer = payment -> true;
        assertThat(receipt(receiver(gate), PAYMENT).outcome()).isEqualTo(Outcome.POSTED);
    }

    /** Forged content under the id of a payment on record: no conflict is raised over what the platform disowns. */
    @Test
    void otherContentOfAPostedPaymentIsAskedAbout() throws Exception {
        createOrder("ORD1");
        CallbackReceiver receiver = receiver(gate);
        assertThat(receipt(receiver, PAYMENT).outcome()).isEqualTo(Outcome.POSTED);
        asking.answer = payment -> payment.money().amount() == 9900;
        assertThat(receipt(receiver, "T1 ORD1 1").outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(books.alerts()).isEmpty();
        assertThat(asking.questions).hasValue(2);
    }

    /** Case IDE-09: what could not be asked takes no part in the detection of duplicates. */
    @Test
    void ide09UnavailablePlatformIsRetryAndReleasesTheClaim() throws Exception {
        createOrder("ORD1");
        asking.answer = payment -> {
            throw new PlatformUnavailableException("time-out");
        };
        ScriptedGate recording = ScriptedGate.always(Claim.won());
        Receipt receipt = receipt(receiver(recording), PAYMENT);
        assertThat(receipt).isEqualTo(Receipt.of(Outcome.UNAVAILABLE));
        assertThat(receipt.status()).isEqualTo(503);
        assertThat(recording.told).containsExactly("claim", "release");
        assertThat(receipt(receiver(gate), PAYMENT).outcome()).isEqualTo(Outcome.UNAVAILABLE);
        assertThat(status("ORD1")).isEqualTo(OrderStatus.WAIT_PAY);

        asking.answer = payment -> true;
        assertThat(receipt(receiver(gate), PAYMENT).outcome()).isEqualTo(Outcome.POSTED);
    }

    @Test
    void questionThatThrowsIsRetryToo() throws Exception {
        createOrder("ORD1");
        asking.answer = payment -> {
            throw new IllegalStateException("a channel with a bug");
        };
        assertThat(receipt(receiver(gate), PAYMENT).outcome()).isEqualTo(Outcome.UNAVAILABLE);
        assertThat(status("ORD1")).isEqualTo(OrderStatus.WAIT_PAY);
    }

    @Test
    void decodingThatNeedsThePlatformIsRetryWithoutIt() throws Exception {
        asking.beforeDecoding = () -> {
            throw new PlatformUnavailableException("no certificate");
        };
        assertThat(receipt(receiver(gate), PAYMENT).outcome()).isEqualTo(Outcome.UNAVAILABLE);
        assertThat(asking.questions).hasValue(0);
    }

    @Test
    void decodingNeverHoldsTheCallersThread() throws Exception {
        asking.beforeDecoding = this::waitForGoOn;
        CompletableFuture<Receipt> answer = send(receiver(gate), "ignored");
        assertThat(answer).isNotDone();
        goOn.countDown();
        assertThat(answer.get(5, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.IGNORED);
    }

    @Test
    void decodingThatOutlastsTheDeadlineIsRetry() throws Exception {
        asking.beforeDecoding = this::waitForGoOn;
        assertThat(receipt(receiver(gate, Duration.ofMillis(200)), PAYMENT).outcome())
                .isEqualTo(Outcome.UNAVAILABLE);
    }

    @Test
    void answerThatOutlastsTheDeadlineIsRetryAndTheWorkEndsByItself() throws Exception {
        createOrder("ORD1");
        asking.answer = payment -> {
            waitForGoOn();
            return true;
        };
        CallbackReceiver receiver = receiver(gate, Duration.ofMillis(200));
        assertThat(receipt(receiver, PAYMENT).outcome()).isEqualTo(Outcome.IN_PROGRESS);
        assertThat(status("ORD1")).isEqualTo(OrderStatus.WAIT_PAY);
        goOn.countDown();
        await().atMost(Duration.ofSeconds(5)).until(() -> status("ORD1") == OrderStatus.PAID);
        assertThat(receipt(receiver, PAYMENT).outcome()).isEqualTo(Outcome.ALREADY_POSTED);
        assertThat(asking.questions).hasValue(1);
    }

    /** Every thread and place of the platform's pool is taken: others are not, and the next one hears so at once. */
    @Test
    void platformThatHangsKeepsNoOtherPaymentWaiting() throws Exception {
        createOrder("ORD1");
        asking.answer = payment -> {
            waitForGoOn();
            return true;
        };
        CallbackReceiver receiver = receiver(gate);
        int room = Questions.THREADS + Questions.QUEUE;
        List<CompletableFuture<Receipt>> waiting = new ArrayList<>();
        for (int i = 0; i < Questions.THREADS; i++) {
            waiting.add(send(receiver, "H" + i + " NONE 1"));
        }
        await().atMost(Duration.ofSeconds(5)).until(() -> asking.questions.get() == Questions.THREADS);
        for (int i = Questions.THREADS; i < room; i++) {
            waiting.add(send(receiver, "H" + i + " NONE 1"));
        }
        assertThat(send(receiver, "H" + room + " NONE 1")
                        .get(1, TimeUnit.SECONDS)
                        .outcome())
                .isEqualTo(Outcome.UNAVAILABLE);

        assertThat(receiver.receive(plain, PlainChannel.delivery(clock, PAYMENT))
                        .get(1, TimeUnit.SECONDS)
                        .outcome())
                .isEqualTo(Outcome.POSTED);
        assertThat(waiting).noneMatch(CompletableFuture::isDone);
    }

    @Test
    void fiftyConcurrentDuplicatesAskOnce() throws Exception {
        createOrder("ORD1");
        CountDownLatch asked = new CountDownLatch(1);
        asking.answer = payment -> {
            asked.countDown();
            waitForGoOn();
            return true;
        };
        CallbackReceiver receiver = receiver(gate);
        List<CompletableFuture<Receipt>> all = Race.of(50, i -> send(receiver, PAYMENT));
        assertThat(asked.await(5, TimeUnit.SECONDS)).isTrue();
        await().atMost(Duration.ofSeconds(5)).until(() -> asking.decoded.get() == 50);
        goOn.countDown();
        List<Outcome> outcomes = new ArrayList<>();
        for (CompletableFuture<Receipt> one : all) {
            outcomes.add(one.get(10, TimeUnit.SECONDS).outcome());
        }
        assertThat(outcomes).filteredOn(Outcome.POSTED::equals).hasSize(1);
        assertThat(outcomes).filteredOn(Outcome.ALREADY_POSTED::equals).hasSize(49);
        assertThat(asking.questions).hasValue(1);
    }

    @Test
    void closedReceiverAnswersRetry() throws Exception {
        CallbackReceiver receiver = receiver(gate);
        receiver.close();
        assertThat(receipt(receiver, PAYMENT).outcome()).isEqualTo(Outcome.UNAVAILABLE);
    }

    private void waitForGoOn() {
        try {
            assertThat(goOn.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** A plain channel whose platform answers as a test says. */
    private static final class Asking implements AskingChannel {
        private final PlainChannel channel = new PlainChannel("pp");
        private final AtomicInteger decoded = new AtomicInteger();
        private final AtomicInteger questions = new AtomicInteger();
        private volatile Runnable beforeDecoding = () -> {};
        private volatile Predicate<PaymentNotification> answer = payment -> true;

        @Override
        public String name() {
            return channel.name();
        }

        @Override
        public List<Decoded> decode(Delivery delivery) {
            beforeDecoding.run();
            List<Decoded> items = channel.decode(delivery);
            decoded.incrementAndGet();
            return items;
        }

        @Override
        public boolean confirms(PaymentNotification payment, Delivery delivery) {
            questions.incrementAndGet();
            return answer.test(payment);
        }

        @Override
        public Acknowledgement acknowledge(Receipt receipt) {
            return channel.acknowledge(receipt);
        }
    }
}
