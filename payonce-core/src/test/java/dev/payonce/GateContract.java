package dev.payonce;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** What every {@link Gate} does, whatever it stores its keys in. */
public abstract class GateContract {
    private final GateKey key = new GateKey("wx", "4200" + UUID.randomUUID());

    /** A gate on an empty or shared store with these times to live. */
    protected abstract Gate gate(GateSettings settings) throws Exception;

    private Gate gate() throws Exception {
        return gate(GateSettings.DEFAULT);
    }

    protected static <T> T get(CompletionStage<T> stage) throws Exception {
        return stage.toCompletableFuture().get(5, TimeUnit.SECONDS);
    }

    @Test
    void firstClaimWinsAndSecondSeesItInProgress() throws Exception {
        Gate gate = gate();
        assertThat(get(gate.claim(key, "a"))).isEqualTo(Claim.won());

        Claim second = get(gate.claim(key, "b"));

        assertThat(second.state()).isEqualTo(Claim.State.IN_PROGRESS);
        assertThat(second.age()).isBetween(Duration.ZERO, Duration.ofSeconds(5));
    }

    @Test
    void ownTokenReadBackIsAWin() throws Exception {
        Gate gate = gate();
        assertThat(get(gate.claim(key, "a"))).isEqualTo(Claim.won());
        assertThat(get(gate.claim(key, "a"))).isEqualTo(Claim.won());
    }

    @Test
    void keysOfOtherChannelsAndOtherCaseAreOtherKeys() throws Exception {
        Gate gate = gate();
        assertThat(get(gate.claim(key, "a"))).isEqualTo(Claim.won());
        assertThat(get(gate.claim(new GateKey("wx2", key.transactionId()), "b")))
                .isEqualTo(Claim.won());
        assertThat(get(gate.claim(new GateKey("wx", "x" + key.transactionId()), "c")))
                .isEqualTo(Claim.won());
    }

    @Test
    void completedKeyTellsItsFingerprint() throws Exception {
        Gate gate = gate();
        assertThat(get(gate.claim(key, "a"))).isEqualTo(Claim.won());
        get(gate.complete(key, "0123456789abcdef"));
        assertThat(get(gate.claim(key, "b"))).isEqualTo(Claim.done("0123456789abcdef"));
    }

    @Test
    void completesAlsoWithoutAClaimAndOverSomebodyElsesClaim() throws Exception {
        Gate gate = gate();
        get(gate.complete(key, "0123456789abcdef"));
        assertThat(get(gate.claim(key, "b"))).isEqualTo(Claim.done("0123456789abcdef"));
        get(gate.complete(key, "fedcba9876543210"));
        assertThat(get(gate.claim(key, "b"))).isEqualTo(Claim.done("fedcba9876543210"));
    }

    @Test
    void releasedKeyCanBeClaimedAgain() throws Exception {
        Gate gate = gate();
        assertThat(get(gate.claim(key, "a"))).isEqualTo(Claim.won());
        get(gate.release(key, "a"));
        assertThat(get(gate.claim(key, "b"))).isEqualTo(Claim.won());
    }

    /** Case LCK-03: after expiry the first holder's release must not delete the second holder's claim. */
    @Test
    void lck03ReleaseOfAnExpiredClaimLeavesTheNextHolders() throws Exception {
        Gate gate = gate(new GateSettings(Duration.ofSeconds(1), Duration.ofDays(1)));
        assertThat(get(gate.claim(key, "owner1"))).isEqualTo(Claim.won());
        await().atMost(Duration.ofSeconds(5))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> get(gate.claim(key, "owner2")).equals(Claim.won()));

        get(gate.release(key, "owner1"));

        assertThat(get(gate.claim(key, "owner3")).state()).isEqualTo(Claim.State.IN_PROGRESS);
    }

    @Test
    void releaseNeverRemovesASuccessMark() throws Exception {
        Gate gate = gate();
        assertThat(get(gate.claim(key, "a"))).isEqualTo(Claim.won());
        get(gate.complete(key, "0123456789abcdef"));
        get(gate.release(key, "a"));
        assertThat(get(gate.claim(key, "b"))).isEqualTo(Claim.done("0123456789abcdef"));
    }

    /** Case LCK-10: expiry counts from the first claim, however often others try. */
    @Test
    void lck10LostClaimsDoNotExtendTheHolders() throws Exception {
        Gate gate = gate(new GateSettings(Duration.ofMillis(400), Duration.ofDays(1)));
        assertThat(get(gate.claim(key, "holder"))).isEqualTo(Claim.won());
        await().atMost(Duration.ofSeconds(5))
                .pollInterval(Duration.ofMillis(20))
                .until(() -> get(gate.claim(key, "other")).equals(Claim.won()));
    }

    @Test
    void successMarkExpires() throws Exception {
        Gate gate = gate(new GateSettings(Duration.ofMinutes(5), Duration.ofMillis(150)));
        get(gate.complete(key, "0123456789abcdef"));
        await().atMost(Duration.ofSeconds(5))
                .until(() -> get(gate.claim(key, "b")).equals(Claim.won()));
    }

    @Test
    void oneOfManyRacingClaimsWins() throws Exception {
        Gate gate = gate();
        int threads = 64;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            CyclicBarrier barrier = new CyclicBarrier(threads);
            List<Callable<Claim>> racers = IntStream.range(0, threads)
                    .<Callable<Claim>>mapToObj(i -> () -> {
                        barrier.await(10, TimeUnit.SECONDS);
                        return get(gate.claim(key, "token" + i));
                    })
                    .toList();
            long won = 0;
            for (Future<Claim> future : pool.invokeAll(racers)) {
                won += future.get().state() == Claim.State.WON ? 1 : 0;
            }
            assertThat(won).isEqualTo(1);
        } finally {
            pool.shutdownNow();
        }
    }
}
