package dev.payonce.redis;

import static dev.payonce.redis.Gates.assertUnusable;
import static dev.payonce.redis.Gates.awaitUsable;
import static dev.payonce.redis.Gates.freshKey;
import static dev.payonce.redis.Gates.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.payonce.Claim;
import dev.payonce.GateKey;
import dev.payonce.GateSettings;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Case LCK-06: whatever is wrong with Redis, the gate says so at once, and works again when it is mended. */
class RedisGateFailureIT {
    private RedisProcess redis;
    private RedisGate gate;

    @BeforeEach
    void start() throws Exception {
        redis = RedisProcess.start();
        gate = Gates.on(redis.uri());
        awaitUsable(gate);
    }

    @AfterEach
    void stop() throws Exception {
        gate.close();
        redis.close();
    }

    private void plainly(Consumer<RedisCommands<String, String>> work) {
        RedisClient client = RedisClient.create(redis.uri());
        try (var connection = client.connect()) {
            work.accept(connection.sync());
        } finally {
            client.shutdown();
        }
    }

    @Test
    void lck06KilledRedisFailsAtOnceAndIsUsedAgainAfterItsRestart() throws Exception {
        redis.kill();
        Gates.assertFailsAtOnce(() -> gate.claim(freshKey(), "a"));
        for (int i = 0; i < 5; i++) {
            assertUnusable(gate);
        }
        redis.startAgain();
        awaitUsable(gate);
    }

    @Test
    void lck06KilledRedisFailsWhatIsUnderWay() throws Exception {
        plainly(plain -> plain.clientPause(10_000));
        Gates.assertFailsFast(() -> {
            var claim = gate.claim(freshKey(), "a");
            redis.kill();
            return claim;
        });
    }

    @Test
    void lck06SlowRedisFailsAfterTheTimeOut() throws Exception {
        plainly(plain -> plain.clientPause(1_500));
        assertUnusable(gate);
        awaitUsable(gate);
    }

    @Test
    void lck06OutOfMemoryIsAFailureAndNeverADuplicate() throws Exception {
        plainly(plain -> plain.configSet("maxmemory", "1mb"));
        Gates.assertFailsFast(() -> gate.claim(freshKey(), "a"));
        Gates.assertFailsFast(() -> gate.complete(freshKey(), "0123456789abcdef"));
        plainly(plain -> plain.configSet("maxmemory", "0"));
        awaitUsable(gate);
    }

    @Test
    void lck06ReadOnlyReplicaIsAFailure() throws Exception {
        plainly(plain -> plain.replicaof("127.0.0.1", 1));
        Gates.assertFailsFast(() -> gate.claim(freshKey(), "a"));
        Gates.assertFailsFast(() -> gate.claim(freshKey(), "a"));
        plainly(plain -> plain.replicaofNoOne());
        awaitUsable(gate);
    }

    /** The address names another server now, but the connection to the old one, a replica since, still stands. */
    @Test
    void demotedMasterIsLeftForTheNewOne() throws Exception {
        try (RedisProcess next = RedisProcess.start();
                TurnCountingProxy address = new TurnCountingProxy(redis.port());
                RedisGate through = Gates.on(RedisURI.create("127.0.0.1", address.port()))) {
            awaitUsable(through);
            address.redirectTo(next.port());
            plainly(plain -> plain.replicaof("127.0.0.1", next.port()));
            Gates.assertFailsFast(() -> through.claim(freshKey(), "a"));
            awaitUsable(through);
        }
    }

    /** A firewall forgot the connection: nothing comes back any more, not even a refusal. */
    @Test
    void connectionThatSwallowsEverythingIsReplaced() throws Exception {
        try (TurnCountingProxy wire = new TurnCountingProxy(redis.port());
                RedisGate through = Gates.on(RedisURI.create("127.0.0.1", wire.port()))) {
            awaitUsable(through);
            wire.blackHole();
            assertUnusable(through);
            awaitUsable(through);
        }
    }

    @Test
    void lck06LoadingRedisIsAFailure() throws Exception {
        plainly(plain -> {
            for (int i = 0; i < 200; i++) {
                plain.set("filler" + i, "x".repeat(2_000));
            }
            plain.configSet("rdbcompression", "no");
            plain.save();
        });
        redis.kill();
        // About two seconds of loading, with a look at the clients after each key.
        redis.startAgain("--key-load-delay", "10000", "--loading-process-events-interval-bytes", "1024");
        try (RedisGate fresh = Gates.on(redis.uri())) {
            assertUnusable(fresh);
            awaitUsable(fresh);
        }
        awaitUsable(gate);
    }

    @Test
    void flushedRedisGrantsAgainAndKnowsNoMark() throws Exception {
        GateKey key = freshKey();
        assertThat(get(gate.claim(key, "a"))).isEqualTo(Claim.won());
        plainly(plain -> plain.flushall());
        get(gate.release(key, "a"));
        assertThat(get(gate.claim(key, "b"))).isEqualTo(Claim.won());
    }

    @Test
    void startsWhileRedisIsDownAndUsesItWhenItComes() throws Exception {
        redis.kill();
        long start = System.nanoTime();
        try (RedisGate early =
                RedisGate.standalone(redis.uri(), RedisGateSettings.of(GateSettings.DEFAULT), Clock.systemUTC())) {
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(500));
            Gates.assertFailsAtOnce(() -> early.claim(freshKey(), "a"));
            get(early.started());
            assertUnusable(early);
            redis.startAgain();
            awaitUsable(early);
        }
    }

    @Test
    void passwordOfTheAddressIsUsedAndAWrongOneIsNeverShown() throws Exception {
        try (RedisProcess locked = RedisProcess.start("--requirepass", "right-secret")) {
            RedisURI right = RedisURI.builder(locked.uri())
                    .withPassword("right-secret".toCharArray())
                    .build();
            try (RedisGate open = Gates.on(right)) {
                awaitUsable(open);
                locked.kill();
                locked.startAgain();
                awaitUsable(open);
            }
            RedisURI wrong = RedisURI.builder(locked.uri())
                    .withPassword("wrong-secret".toCharArray())
                    .build();
            try (RedisGate shut = Gates.on(wrong)) {
                assertUnusable(shut);
                assertThatThrownBy(() -> get(shut.claim(freshKey(), "a"))).hasMessageNotContaining("secret");
            }
        }
    }

    @Test
    void closedGateFailsAtOnce() {
        gate.close();
        assertUnusable(gate);
    }
}
