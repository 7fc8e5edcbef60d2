package dev.payonce;

import static java.util.concurrent.CompletableFuture.completedFuture;
import static java.util.concurrent.CompletableFuture.failedFuture;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CircuitBreakingGateTest {
    private static final GateKey KEY = new GateKey("wx", "4200");

    private final SettableClock clock = new SettableClock();
    private final ScriptedGate store = new ScriptedGate();
    private final CircuitBreakingGate gate = new CircuitBreakingGate(store, clock);

    private static boolean failed(CompletionStage<?> stage) {
        return stage.toCompletableFuture().isCompletedExceptionally();
    }

    private static Claim value(CompletionStage<Claim> stage) {
        return stage.toCompletableFuture().join();
    }

    private void fail(int times) {
        store.claims = () -> failedFuture(new IllegalStateException("down"));
        for (int i = 0; i < times; i++) {
            assertThat(failed(gate.claim(KEY, "a"))).isTrue();
        }
    }

    @Test
    void passesOnWhatTheStoreSaysWhileClosed() {
        assertThat(value(gate.claim(KEY, "a"))).isEqualTo(Claim.won());
        assertThat(gate.isOpen()).isFalse();
    }

    @Test
    void opensAfterFiveFailuresInARowAndThenNoLongerCalls() {
        fail(5);
        assertThat(gate.isOpen()).isTrue();

        assertThat(value(gate.claim(KEY, "a"))).isEqualTo(Claim.skipped());

        assertThat(store.calls).hasValue(5);
    }

    /** Or a claim taken before it opened would turn deliveries away for its whole life, a shutdown notwithstanding. */
    @Test
    void claimsThatAreHeldAreEndedAlsoWhileItIsOpen() {
        fail(5);
        assertThat(failed(gate.complete(KEY, "0123456789abcdef"))).isFalse();
        fail(5);
        assertThat(failed(gate.release(KEY, "a"))).isFalse();
        assertThat(store.calls).hasValue(12);
    }

    @Test
    void aSuccessInBetweenStartsTheCountAgain() {
        fail(4);
        store.claims = () -> completedFuture(Claim.won());
        assertThat(value(gate.claim(KEY, "a"))).isEqualTo(Claim.won());
        fail(4);
        assertThat(gate.isOpen()).isFalse();
    }

    @Test
    void foreignValuesInAHealthyStoreNeverOpenIt() {
        store.claims = () -> completedFuture(Claim.fault());
        for (int i = 0; i < 20; i++) {
            assertThat(value(gate.claim(KEY, "a"))).isEqualTo(Claim.fault());
        }
        assertThat(gate.isOpen()).isFalse();
        assertThat(store.calls).hasValue(20);
    }

    @Test
    void aThrownExceptionIsAFailureAndIsNotThrownOn() {
        store.claims = () -> {
            throw new IllegalStateException("down");
        };
        for (int i = 0; i < 5; i++) {
            assertThat(failed(gate.claim(KEY, "a"))).isTrue();
        }
        assertThat(gate.isOpen()).isTrue();
    }

    @Test
    void failuresOfCompleteAndReleaseCountToo() {
        store.others = () -> failedFuture(new IllegalStateException("down"));
        for (int i = 0; i < 3; i++) {
            assertThat(failed(gate.complete(KEY, "0123456789abcdef"))).isTrue();
        }
        for (int i = 0; i < 2; i++) {
            assertThat(failed(gate.release(KEY, "a"))).isTrue();
        }
        assertThat(gate.isOpen()).isTrue();
    }

    @Test
    void oneProbeASecondIsLetThroughAndASuccessCloses() {
        fail(5);
        clock.advance(Duration.ofMillis(999));
        assertThat(value(gate.claim(KEY, "a"))).isEqualTo(Claim.skipped());
        assertThat(store.calls).hasValue(5);

        clock.advance(Duration.ofMillis(1));
        assertThat(failed(gate.claim(KEY, "a"))).isTrue();
        assertThat(value(gate.claim(KEY, "a"))).isEqualTo(Claim.skipped());
        assertThat(store.calls).hasValue(6);

        store.claims = () -> completedFuture(Claim.won());
        clock.advance(Duration.ofSeconds(1));
        assertThat(value(gate.claim(KEY, "a"))).isEqualTo(Claim.won());
        assertThat(value(gate.claim(KEY, "a"))).isEqualTo(Claim.won());
        assertThat(gate.isOpen()).isFalse();
    }

    @Test
    void aProbeThatNeverComesBackDoesNotBlockTheNext() {
        fail(5);
        store.claims = CompletableFuture::new;
        clock.advance(Duration.ofSeconds(1));
        assertThat(gate.claim(KEY, "a").toCompletableFuture()).isNotDone();

        store.claims = () -> completedFuture(Claim.won());
        clock.advance(Duration.ofSeconds(1));
        assertThat(value(gate.claim(KEY, "a"))).isEqualTo(Claim.won());
    }

    @Test
    void aClockSetBackDoesNotKeepItOpen() {
        fail(5);
        clock.advance(Duration.ofHours(-1));
        store.claims = () -> completedFuture(Claim.won());
        assertThat(value(gate.claim(KEY, "a"))).isEqualTo(Claim.won());
    }

    @Test
    void ofManyRacersOneGetsTheProbe() throws Exception {
        int threads = 32;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (int round = 0; round < 50; round++) {
                fail(5);
                int before = store.calls.get();
                store.claims = CompletableFuture::new;
                clock.advance(Duration.ofSeconds(1));
                CyclicBarrier barrier = new CyclicBarrier(threads);
                List<Callable<CompletionStage<Claim>>> racers = IntStream.range(0, threads)
                        .<Callable<CompletionStage<Claim>>>mapToObj(i -> () -> {
                            barrier.await(10, TimeUnit.SECONDS);
                            return gate.claim(KEY, "t" + i);
                        })
                        .toList();
                for (Future<CompletionStage<Claim>> future : pool.invokeAll(racers)) {
                    assertThat(future.get()).isNotNull();
                }
                assertThat(store.calls.get() - before).isEqualTo(1);

                store.claims = () -> completedFuture(Claim.won());
                clock.advance(Duration.ofSeconds(1));
                assertThat(value(gate.claim(KEY, "a"))).isEqualTo(Claim.won());
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void refusesAThresholdOfZero() {
        assertThatThrownBy(() -> new CircuitBreakingGate(store, clock, 0, Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }

    /** Answers as the test says and counts how often it was asked. */
    private static final class ScriptedGate implements Gate {
        private final AtomicInteger calls = new AtomicInteger();
        private volatile Supplier<CompletionStage<Claim>> claims = () -> completedFuture(Claim.won());
        private volatile Supplier<CompletionStage<Void>> others = () -> completedFuture(null);

        @Override
        public CompletionStage<Claim> claim(GateKey key, String token) {
            calls.incrementAndGet();
            return claims.get();
        }

        @Override
        public CompletionStage<Void> complete(GateKey key, String fingerprint) {
            calls.incrementAndGet();
            return others.get();
        }

        @Override
        public CompletionStage<Void> release(GateKey key, String token) {
            calls.incrementAndGet();
            return others.get();
        }
    }

    private static final class SettableClock extends Clock {
        private volatile Instant now = Instant.parse("2026-01-01T00:00:00Z");

        void advance(Duration by) {
            now = now.plus(by);
        }

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
