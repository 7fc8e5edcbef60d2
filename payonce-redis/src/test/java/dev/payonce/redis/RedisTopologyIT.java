package dev.payonce.redis;

import static dev.payonce.redis.Gates.awaitUsable;
import static dev.payonce.redis.Gates.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.payonce.Claim;
import dev.payonce.GateKey;
import dev.payonce.GateSettings;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.cluster.SlotHash;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The gate beyond a single server. */
class RedisTopologyIT {
    private static final int HALF = SlotHash.SLOT_COUNT / 2;

    private static <T> T plainly(RedisProcess redis, Function<RedisCommands<String, String>, T> work) {
        RedisClient client = RedisClient.create(redis.uri());
        try (var connection = client.connect()) {
            return work.apply(connection.sync());
        } finally {
            client.shutdown();
        }
    }

    @Test
    void followsASentinelFailover() throws Exception {
        try (RedisProcess master = RedisProcess.start("--repl-diskless-sync-delay", "0");
                RedisProcess replica = RedisProcess.start("--replicaof", "127.0.0.1 " + master.port());
                RedisProcess sentinel = RedisProcess.startSentinel("pay", master.port());
                RedisGate gate = Gates.on(RedisURI.Builder.sentinel("127.0.0.1", sentinel.port(), "pay")
                        .build())) {
            awaitUsable(gate);
            GateKey key = Gates.freshKey();
            assertThat(get(gate.claim(key, "a"))).isEqualTo(Claim.won());
            await().until(() -> plainly(replica, redis -> redis.get("pay:idem:" + key.text())) != null);
            await().atMost(Duration.ofSeconds(15))
                    .until(() ->
                            plainly(sentinel, redis -> redis.info("sentinel")).contains("slaves=1"));

            master.kill();
            Gates.assertUnusable(gate);

            awaitUsable(gate);
            assertThat(plainly(replica, RedisCommands::role).get(0)).isEqualTo("master");
            assertThat(get(gate.claim(key, "b")).state()).isEqualTo(Claim.State.IN_PROGRESS);
        }
    }

    private static RedisProcess startNode() throws Exception {
        return RedisProcess.start(
                "--cluster-enabled", "yes", "--cluster-require-full-coverage", "no", "--cluster-node-timeout", "10000");
    }

    private static void joinInTwoHalves(RedisProcess low, RedisProcess high) {
        order(low, redis -> redis.clusterAddSlots(slots(0, HALF)));
        order(high, redis -> redis.clusterAddSlots(slots(HALF, SlotHash.SLOT_COUNT)));
        order(low, redis -> redis.clusterMeet("127.0.0.1", high.port()));
        for (RedisProcess node : List.of(low, high)) {
            await().atMost(Duration.ofSeconds(20)).until(() -> isWhole(node));
        }
    }

    private static boolean isWhole(RedisProcess node) {
        String info = plainly(node, RedisCommands::clusterInfo);
        return info.contains("cluster_state:ok") && info.contains("cluster_slots_ok:16384");
    }

    private static void order(RedisProcess redis, Function<RedisCommands<String, String>, String> command) {
        String reply = plainly(redis, command);
        assertThat(reply).isEqualTo("OK");
    }

    private static int[] slots(int from, int to) {
        return IntStream.range(from, to).toArray();
    }

    private static GateKey keyIn(boolean highHalf) {
        GateKey key = Gates.freshKey();
        while ((SlotHash.getSlot("pay:idem:" + key.text()) >= HALF) != highHalf) {
            key = Gates.freshKey();
        }
        return key;
    }

    @Test
    void spreadsOverAClusterAndLosesOnlyTheDeadNodesKeys() throws Exception {
        try (RedisProcess low = startNode();
                RedisProcess high = startNode()) {
            joinInTwoHalves(low, high);
            try (RedisGate gate = RedisGate.cluster(
                    List.of(low.uri()), RedisGateSettings.of(GateSettings.DEFAULT), Clock.systemUTC())) {
                awaitUsable(gate);
                for (boolean highHalf : new boolean[] {false, true}) {
                    GateKey key = keyIn(highHalf);
                    assertThat(get(gate.claim(key, "a"))).isEqualTo(Claim.won());
                    assertThat(get(gate.claim(key, "b")).state()).isEqualTo(Claim.State.IN_PROGRESS);
                    get(gate.release(key, "a"));
                    assertThat(get(gate.claim(key, "b"))).isEqualTo(Claim.won());
                    get(gate.complete(key, "0123456789abcdef"));
                    assertThat(get(gate.claim(key, "c"))).isEqualTo(Claim.done("0123456789abcdef"));
                }

                high.kill();
                for (int i = 0; i < 5; i++) {
                    Gates.assertFailsFast(() -> gate.claim(keyIn(true), "a"));
                }
                assertThat(get(gate.claim(keyIn(false), "a"))).isEqualTo(Claim.won());

                high.startAgain();
                await().atMost(Duration.ofSeconds(15))
                        .ignoreExceptions()
                        .until(() -> get(gate.claim(keyIn(true), "a")).equals(Claim.won()));
            }
        }
    }

    @Test
    void startsWhileTheClusterIsDown() throws Exception {
        RedisURI nowhere = RedisURI.create("127.0.0.1", RedisProcess.freePort());
        long start = System.nanoTime();
        try (RedisGate gate =
                RedisGate.cluster(List.of(nowhere), RedisGateSettings.of(GateSettings.DEFAULT), Clock.systemUTC())) {
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(500));
            get(gate.started());
            Gates.assertUnusable(gate);
        }
    }
}
