package dev.payonce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.payonce.memory.InMemoryBooks;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The pipeline in front of books that keep the real ones' contract. */
class CallbackReceiverTest {
    private static final String PAYMENT = "T1 ORD1 9900";

    private final TestClock clock = new TestClock();
    private final InMemoryGate gate = new InMemoryGate(GateSettings.DEFAULT, clock);
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final List<Alert> alerts = new CopyOnWriteArrayList<>();
    private Channel channel = new PlainChannel("wx");
    private volatile PostingHandler handler = payment -> {};
    private final InMemoryBooks books = new InMemoryBooks(clock, List.of(payment -> handler.post(payment)));
    private final List<CallbackReceiver> receivers = new ArrayList<>();

    private CallbackReceiver receiver(Gate gate, PaymentBook book, ReceiverSettings settings) {
        Channels channels = new Channels(List.of(channel, new PlainChannel("wx2")));
        CallbackReceiver receiver = new CallbackReceiver(
                new CallbackReceiver.Ports(channels, gate, book, alerts::add), settings, meters, clock);
        receivers.add(receiver);
        return receiver;
    }

    private CallbackReceiver receiver(Gate gate) {
        return receiver(gate, books, ReceiverSettings.DEFAULT);
    }

    private static ReceiverSettings deadline(Duration deadline) {
        return new ReceiverSettings(deadline, true, 4, 4, Map.of());
    }

    @AfterEach
    void close() {
        receivers.forEach(CallbackReceiver::close);
        assertThat(books.violations()).isEmpty();
    }

    private void createOrder() {
        assertThat(books.create(new NewOrder("ORD1", new Money(9900, "CNY"), "user:7", null, List.of())))
                .isEqualTo(OrderBook.Creation.CREATED);
    }

    private CompletableFuture<Receipt> send(CallbackReceiver receiver, String... lines) {
        return receiver.receive(channel, PlainChannel.delivery(clock, lines));
    }

    private Outcome outcome(CallbackReceiver receiver, String... lines) throws Exception {
        return send(receiver, lines).get(10, TimeUnit.SECONDS).outcome();
    }

    private double count(String meter, String tag, String value) {
        return meters.get(meter).tag(tag, value).counter().count();
    }

    private String fingerprint(String orderNo, long amount) {
        return Fingerprint.of(
                books.databaseId(),
                Notifications.payment("T1", orderNo).of(amount, "CNY").at(clock.instant()));
    }

    @Test
    void firstDeliveryPostsAndTheNextIsADuplicateThatNeverReachesTheDatabase() throws Exception {
        createOrder();
        assertThat(outcome(receiver(gate), PAYMENT)).isEqualTo(Outcome.POSTED);

        CallbackReceiver withoutDatabase = receiver(gate, new NoBook(books.databaseId()), ReceiverSettings.DEFAULT);
        assertThat(outcome(withoutDatabase, PAYMENT)).isEqualTo(Outcome.ALREADY_POSTED);
        assertThat(count("payonce.gate.claims", "result", "done")).isEqualTo(1);
    }

    @Test
    void refusedDeliveryTouchesNothing() throws Exception {
        ScriptedGate untouched = ScriptedGate.down();
        CallbackReceiver receiver = receiver(untouched, new NoBook("none"), ReceiverSettings.DEFAULT);
        assertThat(send(receiver, "refused BAD_SIGNATURE x").get()).isEqualTo(Receipt.refused(Refusal.BAD_SIGNATURE));
        assertThat(outcome(receiver, "ignored")).isEqualTo(Outcome.IGNORED);
        assertThat(untouched.told).isEmpty();
        assertThat(count("payonce.callbacks.refused", "reason", "bad_signature"))
                .isEqualTo(1);
    }

    @Test
    void channelThatThrowsIsAnsweredWithRetry() throws Exception {
        assertThat(outcome(receiver(gate), "broken")).isEqualTo(Outcome.UNAVAILABLE);
    }

    @Test
    void metersAreThereFromTheStartWithZero() {
        assertThat(receiver(gate).channel("wx")).isPresent();
        for (Outcome outcome : Outcome.values()) {
            assertThat(count("payonce.callbacks", "outcome", outcome.name().toLowerCase(java.util.Locale.ROOT)))
                    .isZero();
        }
        assertThat(meters.get("payonce.gate.errors").counter().count()).isZero();
    }

    /** Case LCK-06: without its gate the receiver goes on to the database; never "duplicate", never success unseen. */
    @Test
    void lck06GateThatIsDownCostsNothingButLoad() throws Exception {
        createOrder();
        CallbackReceiver receiver = receiver(ScriptedGate.down());
        assertThat(outcome(receiver, PAYMENT)).isEqualTo(Outcome.POSTED);
        assertThat(outcome(receiver, PAYMENT)).isEqualTo(Outcome.ALREADY_POSTED);
        assertThat(meters.get("payonce.gate.errors").counter().count()).isEqualTo(2);
    }

    /** What the circuit breaker kept from the gate left nothing there: nothing to mark or release, and no wait for it. */
    @Test
    void skippedClaimIsDecidedByTheDatabaseAlone() throws Exception {
        createOrder();
        ScriptedGate skipped = ScriptedGate.always(Claim.skipped());
        CallbackReceiver receiver = receiver(skipped);
        assertThat(outcome(receiver, PAYMENT)).isEqualTo(Outcome.POSTED);
        assertThat(outcome(receiver, "T2 NONE 1")).isEqualTo(Outcome.HELD);
        assertThat(skipped.told).containsExactly("claim", "claim");
        assertThat(meters.get("payonce.gate.errors").counter().count()).isEqualTo(2);
    }

    /** Also a gate that throws, a bug of somebody's own, neither decides nor leaves the payment's slot taken. */
    @Test
    void lck06GateThatThrowsIsAFaultLikeAnyOther() throws Exception {
        createOrder();
        CallbackReceiver receiver = receiver(ScriptedGate.throwing());
        assertThat(outcome(receiver, PAYMENT)).isEqualTo(Outcome.POSTED);
        assertThat(outcome(receiver, PAYMENT)).isEqualTo(Outcome.ALREADY_POSTED);
    }

    /** Case LCK-05: busy is not done; the platform is told to send again. */
    @Test
    void lck05LostClaimWithoutARowIsInProgressAndWritesNothing() throws Exception {
        createOrder();
        ScriptedGate lost = ScriptedGate.always(Claim.inProgress(Duration.ofSeconds(1)));
        Receipt receipt = send(receiver(lost), PAYMENT).get();
        assertThat(receipt.outcome()).isEqualTo(Outcome.IN_PROGRESS);
        assertThat(receipt.success()).isFalse();
        assertThat(books.find("ORD1").orElseThrow().status()).isEqualTo(OrderStatus.WAIT_PAY);
        assertThat(lost.told).containsExactly("claim");
    }

    @Test
    void lostClaimIsAnsweredByTheRow() throws Exception {
        createOrder();
        assertThat(outcome(receiver(gate), PAYMENT)).isEqualTo(Outcome.POSTED);
        ScriptedGate lost = ScriptedGate.always(Claim.inProgress(Duration.ofSeconds(1)));
        CallbackReceiver receiver = receiver(lost);
        assertThat(outcome(receiver, PAYMENT)).isEqualTo(Outcome.ALREADY_POSTED);
        assertThat(outcome(receiver, "T1 ORD1 9901")).isEqualTo(Outcome.CONFLICT);
        assertThat(books.alerts()).isEmpty();
        assertThat(lost.told).containsExactly("claim", "complete " + fingerprint("ORD1", 9900), "claim");
    }

    @Test
    void lostClaimOfAHeldPaymentHasItsAnswer() throws Exception {
        createOrder();
        assertThat(outcome(receiver(gate), "T1 ORD1 1")).isEqualTo(Outcome.HELD);
        ScriptedGate lost = ScriptedGate.always(Claim.inProgress(Duration.ZERO));
        assertThat(send(receiver(lost), "T1 ORD1 1").get()).isEqualTo(Receipt.held(HeldReason.AMOUNT_MISMATCH, false));
    }

    /** Case DBC-08: a claim whose holder died does not block for its whole time to live. */
    @Test
    void dbc08ClaimOlderThanTwiceTheDeadlineBelongsToNobody() throws Exception {
        createOrder();
        assertThat(outcome(receiver(ScriptedGate.always(Claim.inProgress(Duration.ofSeconds(8)))), PAYMENT))
                .isEqualTo(Outcome.IN_PROGRESS);
        assertThat(outcome(receiver(ScriptedGate.always(Claim.inProgress(Duration.ofMillis(8001)))), PAYMENT))
                .isEqualTo(Outcome.POSTED);
    }

    @Test
    void markOfOtherContentOrAnotherDatabaseVouchesForNothing() throws Exception {
        createOrder();
        ScriptedGate foreign = ScriptedGate.always(Claim.done("0123456789abcdef"));
        CallbackReceiver receiver = receiver(foreign);
        assertThat(outcome(receiver, PAYMENT)).isEqualTo(Outcome.POSTED);
        assertThat(outcome(receiver, "T1 ORD1 1")).isEqualTo(Outcome.CONFLICT);
        assertThat(books.alerts()).containsExactly("CONFLICTING_NOTIFICATION T1");
    }

    /** After a failover that lost commits, a mark may be all that is left of a payment. */
    @Test
    void untrustedMarkIsConfirmedByTheDatabase() throws Exception {
        createOrder();
        ScriptedGate marked = ScriptedGate.always(Claim.done(fingerprint("ORD1", 9900)));
        assertThat(outcome(receiver(marked), PAYMENT)).isEqualTo(Outcome.ALREADY_POSTED);
        assertThat(books.find("ORD1").orElseThrow().status()).isEqualTo(OrderStatus.WAIT_PAY);

        CallbackReceiver careful =
                receiver(marked, books, new ReceiverSettings(Duration.ofSeconds(4), false, 4, 4, Map.of()));
        assertThat(outcome(careful, PAYMENT)).isEqualTo(Outcome.POSTED);
        assertThat(outcome(careful, PAYMENT)).isEqualTo(Outcome.ALREADY_POSTED);
    }

    @Test
    void keyThatVanishedBetweenClaimAndReadIsClaimedAgain() throws Exception {
        createOrder();
        ScriptedGate vanishing = ScriptedGate.sequence(Claim.vanished(), Claim.won());
        assertThat(outcome(receiver(vanishing), PAYMENT)).isEqualTo(Outcome.POSTED);
        ScriptedGate always = ScriptedGate.always(Claim.vanished());
        assertThat(outcome(receiver(always), "T2 ORD1 9900")).isEqualTo(Outcome.IN_PROGRESS);
        assertThat(always.told).hasSize(3);
    }

    @Test
    void heldPaymentNeverGetsAMarkAndReleasesItsClaim() throws Exception {
        createOrder();
        ScriptedGate recording = ScriptedGate.always(Claim.won());
        CallbackReceiver receiver = receiver(recording);
        assertThat(outcome(receiver, "T1 ORD1 1")).isEqualTo(Outcome.HELD);
        assertThat(outcome(receiver, PAYMENT)).isEqualTo(Outcome.CONFLICT);
        assertThat(recording.told).containsExactly("claim", "release", "claim", "release");
    }

    /** Case ACK-04: our own fault is told as such, nothing is marked, and the next delivery posts. */
    @Test
    void ack04FaultOfTheDatabaseIsRetryAndReleasesTheClaim() throws Exception {
        createOrder();
        ScriptedGate recording = ScriptedGate.always(Claim.won());
        Receipt receipt = send(receiver(recording, new NoBook("none"), ReceiverSettings.DEFAULT), PAYMENT)
                .get();
        assertThat(receipt).isEqualTo(Receipt.of(Outcome.UNAVAILABLE));
        assertThat(receipt.status()).isEqualTo(503);
        assertThat(recording.told).containsExactly("claim", "release");
        assertThat(outcome(receiver(gate), PAYMENT)).isEqualTo(Outcome.POSTED);
    }

    @Test
    void answerOfAHeldPaymentIsConfigurable() throws Exception {
        createOrder();
        ReceiverSettings turned = new ReceiverSettings(
                Duration.ofSeconds(4),
                true,
                4,
                4,
                Map.of(HeldReason.AMOUNT_MISMATCH, true, HeldReason.EXCESS_PAYMENT, false));
        CallbackReceiver receiver = receiver(gate, books, turned);
        assertThat(send(receiver, "T1 ORD1 1").get().success()).isTrue();
        assertThat(outcome(receiver, "T2 ORD1 9900")).isEqualTo(Outcome.POSTED);
        assertThat(send(receiver, "T3 ORD1 9900").get().success()).isFalse();
        assertThat(send(receiver(gate), "T3 ORD1 9900").get().success()).isTrue();
    }

    @Test
    void heldPaymentDoesNotHoldUpAPlatformThatStopsAtAFailure() throws Exception {
        createOrder();
        channel = new StoppingChannel(new PlainChannel("wx"));
        CallbackReceiver receiver = receiver(gate);
        assertThat(send(receiver, "T1 ORD1 1").get()).isEqualTo(Receipt.held(HeldReason.AMOUNT_MISMATCH, true));
        assertThat(send(receiver, "T2 NONE 5", "T3 NONE 5").get())
                .isEqualTo(Receipt.held(HeldReason.ORDER_UNKNOWN, true));
        // A contradiction stays a failure, as a fault does.
        assertThat(send(receiver, "T1 ORD1 2").get()).isEqualTo(Receipt.of(Outcome.CONFLICT));
        assertThat(outcome(receiver, "broken")).isEqualTo(Outcome.UNAVAILABLE);

        ScriptedGate lost = ScriptedGate.always(Claim.inProgress(Duration.ZERO));
        assertThat(send(receiver(lost), "T1 ORD1 1").get()).isEqualTo(Receipt.held(HeldReason.AMOUNT_MISMATCH, true));
        ReceiverSettings configured =
                new ReceiverSettings(Duration.ofSeconds(4), true, 4, 4, Map.of(HeldReason.AMOUNT_MISMATCH, false));
        assertThat(send(receiver(gate, books, configured), "T1 ORD1 1").get())
                .isEqualTo(Receipt.held(HeldReason.AMOUNT_MISMATCH, false));
    }

    @Test
    void wrongReceiverAlertsOnceAnHourForEachIdAndLeavesNothing() throws Exception {
        CallbackReceiver receiver = receiver(gate);
        for (int i = 0; i < 3; i++) {
            assertThat(outcome(receiver, "refused WRONG_RECEIVER 1900009999")).isEqualTo(Outcome.REFUSED);
        }
        assertThat(outcome(receiver, "refused WRONG_RECEIVER 1900008888")).isEqualTo(Outcome.REFUSED);
        await().atMost(Duration.ofSeconds(5)).until(() -> alerts.size() == 2);
        clock.advance(Duration.ofMinutes(61));
        assertThat(outcome(receiver, "refused WRONG_RECEIVER 1900009999")).isEqualTo(Outcome.REFUSED);
        await().atMost(Duration.ofSeconds(5)).until(() -> alerts.size() == 3);
        assertThat(alerts).extracting(Alert::type).containsOnly(AlertType.WRONG_RECEIVER);
    }

    @Test
    void batchIsASuccessOnlyIfEveryItemIs() throws Exception {
        createOrder();
        CallbackReceiver receiver = receiver(gate);
        Receipt mixed = send(receiver, PAYMENT, "T2 NONE 5").get();
        assertThat(mixed).isEqualTo(Receipt.held(HeldReason.ORDER_UNKNOWN, false));
        assertThat(send(receiver, PAYMENT, "ignored").get().success()).isTrue();
        assertThat(send(receiver, "ignored", "refused BAD_SIGNATURE x").get().outcome())
                .isEqualTo(Outcome.REFUSED);
    }

    /** Case IDE-15: the handler outlasts the platform's patience; followers wait without a thread and hear of its end. */
    @Test
    void ide15AtTheDeadlineOnlyTheAnswerLeaves() throws Exception {
        createOrder();
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        handler = payment -> {
            calls.incrementAndGet();
            started.countDown();
            awaitQuietly(goOn);
        };
        CallbackReceiver receiver = receiver(gate, new Unlocked(books), deadline(Duration.ofMillis(300)));

        CompletableFuture<Receipt> leader = send(receiver, PAYMENT);
        assertThat(started.await(5, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Receipt> follower = send(receiver, PAYMENT);
        assertThat(leader.get(5, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.IN_PROGRESS);
        assertThat(follower.get(5, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.IN_PROGRESS);
        CompletableFuture<Receipt> late = send(receiver, PAYMENT);
        goOn.countDown();

        assertThat(late.get(5, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.ALREADY_POSTED);
        assertThat(outcome(receiver, PAYMENT)).isEqualTo(Outcome.ALREADY_POSTED);
        assertThat(calls).hasValue(1);
    }

    @Test
    void sameIdWithOtherContentRunsAfterTheLeaderHasEnded() throws Exception {
        createOrder();
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        handler = payment -> {
            started.countDown();
            awaitQuietly(goOn);
        };
        CallbackReceiver receiver = receiver(gate, new Unlocked(books), ReceiverSettings.DEFAULT);
        CompletableFuture<Receipt> leader = send(receiver, PAYMENT);
        assertThat(started.await(5, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Receipt> other = send(receiver, "T1 ORD1 1");
        assertThat(other).isNotDone();
        goOn.countDown();
        assertThat(leader.get(5, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.POSTED);
        assertThat(other.get(5, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.CONFLICT);
    }

    @Test
    void fullQueueAnswersRetryAtOnce() throws Exception {
        createOrder();
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        handler = payment -> {
            started.countDown();
            awaitQuietly(goOn);
        };
        CallbackReceiver receiver =
                receiver(gate, new Unlocked(books), new ReceiverSettings(Duration.ofSeconds(4), true, 1, 1, Map.of()));
        CompletableFuture<Receipt> working = send(receiver, PAYMENT);
        assertThat(started.await(5, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Receipt> queued = send(receiver, "T2 NONE 1");
        assertThat(send(receiver, "T3 NONE 1").get(1, TimeUnit.SECONDS).outcome())
                .isEqualTo(Outcome.UNAVAILABLE);
        goOn.countDown();
        assertThat(working.get(5, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.POSTED);
        assertThat(queued.get(5, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.HELD);
        assertThat(outcome(receiver, "T3 NONE 1")).isEqualTo(Outcome.HELD);
    }

    @Test
    void closedReceiverAnswersRetryAndLeavesNoClaim() throws Exception {
        createOrder();
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        handler = payment -> {
            started.countDown();
            awaitQuietly(never);
        };
        CallbackReceiver receiver = receiver(gate, new Unlocked(books), deadline(Duration.ofMillis(200)));
        CompletableFuture<Receipt> stuck = send(receiver, PAYMENT);
        assertThat(started.await(5, TimeUnit.SECONDS)).isTrue();

        receiver.close();

        assertThat(stuck.get(5, TimeUnit.SECONDS).success()).isFalse();
        assertThat(outcome(receiver, PAYMENT)).isEqualTo(Outcome.UNAVAILABLE);
        assertThat(gate.claim(new GateKey("wx", "T1"), "next")
                        .toCompletableFuture()
                        .get())
                .isEqualTo(Claim.won());
        never.countDown();
        await().atMost(Duration.ofSeconds(5))
                .until(() -> books.find("ORD1").orElseThrow().status() == OrderStatus.PAID);
    }

    @Test
    void closeWaitsForRunningWorkWithinTheDeadline() throws Exception {
        createOrder();
        CountDownLatch started = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        handler = payment -> {
            started.countDown();
            awaitQuietly(goOn);
        };
        CallbackReceiver receiver = receiver(gate, new Unlocked(books), ReceiverSettings.DEFAULT);
        CompletableFuture<Receipt> running = send(receiver, PAYMENT);
        assertThat(started.await(5, TimeUnit.SECONDS)).isTrue();
        CompletableFuture<Void> closing = CompletableFuture.runAsync(receiver::close);
        goOn.countDown();
        closing.get(10, TimeUnit.SECONDS);
        assertThat(running.get(1, TimeUnit.SECONDS).outcome()).isEqualTo(Outcome.POSTED);
    }

    @Test
    void answerIsWhatTheChannelWrites() throws Exception {
        createOrder();
        CallbackReceiver receiver = receiver(gate);
        Acknowledgement ok =
                receiver.answer(channel, PlainChannel.delivery(clock, PAYMENT)).get(5, TimeUnit.SECONDS);
        assertThat(new String(ok.body().bytes(), StandardCharsets.UTF_8)).isEqualTo("OK");
        assertThat(receiver.refuse(channel, Refusal.OVERSIZED).status()).isEqualTo(413);
        assertThat(count("payonce.callbacks.refused", "reason", "oversized")).isEqualTo(1);
    }

    /** Many payments, many threads, each gate there is: one posting each. */
    @Test
    void racingDeliveriesPostOnceWithEveryKindOfGate() throws Exception {
        List<Gate> gates = List.of(gate, new NoGate(), ScriptedGate.down(), ScriptedGate.always(Claim.won()));
        for (int g = 0; g < gates.size(); g++) {
            // No single flight between two receivers: like two nodes.
            CallbackReceiver one = receiver(gates.get(g));
            CallbackReceiver two = receiver(gates.get(g));
            String run = "G" + g;
            for (int p = 0; p < 8; p++) {
                assertThat(books.create(new NewOrder(run + p, new Money(9900, "CNY"), "user:7", null, List.of())))
                        .isEqualTo(OrderBook.Creation.CREATED);
            }
            List<Outcome> outcomes = Race.of(64, i -> {
                String payment = run + i % 8;
                return send(i % 2 == 0 ? one : two, "T" + payment + " " + payment + " 9900")
                        .orTimeout(10, TimeUnit.SECONDS)
                        .join()
                        .outcome();
            });
            assertThat(outcomes).filteredOn(Outcome.POSTED::equals).hasSize(8);
            assertThat(outcomes)
                    .allMatch(outcome -> outcome == Outcome.POSTED
                            || outcome == Outcome.ALREADY_POSTED
                            || outcome == Outcome.IN_PROGRESS);
        }
        assertThat(books.balances("user:7")).containsEntry("CNY", 9900L * 8 * gates.size());
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            boolean unused = latch.await(30, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private record StoppingChannel(PlainChannel plain) implements Channel {
        @Override
        public String name() {
            return plain.name();
        }

        @Override
        public List<Decoded> decode(Delivery delivery) {
            return plain.decode(delivery);
        }

        @Override
        public Acknowledgement acknowledge(Receipt receipt) {
            return plain.acknowledge(receipt);
        }

        @Override
        public boolean stopsAtFailure() {
            return true;
        }
    }

    /** A database that cannot answer. */
    private record NoBook(String databaseId) implements PaymentBook {
        @Override
        public Confirmation confirm(PaymentNotification notification) {
            throw new BookException("database is down", new IllegalStateException("no connection"));
        }

        @Override
        public java.util.Optional<Confirmation> find(PaymentNotification notification) {
            throw new BookException("database is down", new IllegalStateException("no connection"));
        }

        @Override
        public int reevaluate(String orderNo) {
            return 0;
        }

        @Override
        public int reevaluateDue(int limit) {
            return 0;
        }
    }

    /** Lets readers past a confirmation that is under way, as a real database does. */
    private record Unlocked(InMemoryBooks books) implements PaymentBook {
        @Override
        public String databaseId() {
            return books.databaseId();
        }

        @Override
        public Confirmation confirm(PaymentNotification notification) {
            return books.confirm(notification);
        }

        @Override
        public java.util.Optional<Confirmation> find(PaymentNotification notification) {
            return java.util.Optional.empty();
        }

        @Override
        public int reevaluate(String orderNo) {
            return books.reevaluate(orderNo);
        }

        @Override
        public int reevaluateDue(int limit) {
            return books.reevaluateDue(limit);
        }
    }
}
