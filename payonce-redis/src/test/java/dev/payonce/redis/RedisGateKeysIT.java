package dev.payonce.redis;

import static dev.payonce.redis.Gates.freshKey;
import static dev.payonce.redis.Gates.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.payonce.Body;
import dev.payonce.Claim;
import dev.payonce.GateKey;
import dev.payonce.GateSettings;
import dev.payonce.Money;
import dev.payonce.PaymentKey;
import dev.payonce.PaymentNotification;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SetArgs;
import io.lettuce.core.SslOptions;
import io.lettuce.core.api.sync.RedisCommands;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the gate leaves in Redis, seen through a plain client. */
class RedisGateKeysIT {
    private static RedisProcess redis;
    private static RedisGate gate;
    private static RedisClient client;
    private static RedisCommands<String, String> plain;

    private final GateKey key = freshKey();
    private final String name = "pay:idem:" + key.channel() + ":" + key.transactionId();

    @BeforeAll
    static void start() throws Exception {
        redis = RedisProcess.start();
        gate = Gates.patient(redis.uri());
        client = RedisClient.create(redis.uri());
        plain = client.connect().sync();
    }

    @AfterAll
    static void stop() throws Exception {
        client.shutdown();
        gate.close();
        redis.close();
    }

    @Test
    void claimIsProcessingWithTheTokenForFiveMinutes() throws Exception {
        assertThat(get(gate.claim(key, "token"))).isEqualTo(Claim.won());
        assertThat(plain.get(name)).isEqualTo("PROCESSING:token");
        assertThat(plain.pttl(name)).isBetween(295_000L, 300_000L);
    }

    @Test
    void completionIsSuccessWithTheFingerprintForADay() throws Exception {
        assertThat(get(gate.claim(key, "token"))).isEqualTo(Claim.won());
        get(gate.complete(key, "0123456789abcdef"));
        assertThat(plain.get(name)).isEqualTo("SUCCESS:0123456789abcdef");
        assertThat(plain.pttl(name)).isBetween(86_395_000L, 86_400_000L);
    }

    @Test
    void keyPrefixIsTheConfiguredOne() throws Exception {
        RedisGateSettings settings = new RedisGateSettings(GateSettings.DEFAULT, "shop:", SslOptions.create());
        try (RedisGate other = Gates.patient(redis.uri(), settings)) {
            assertThat(get(other.claim(key, "token"))).isEqualTo(Claim.won());
        }
        assertThat(plain.get("shop:" + key.text())).isEqualTo("PROCESSING:token");
        assertThat(plain.exists(name)).isZero();
    }

    @Test
    void databaseIsTheAddressOne() throws Exception {
        RedisURI second = RedisURI.builder(redis.uri()).withDatabase(2).build();
        try (RedisGate other = Gates.patient(second)) {
            assertThat(get(other.claim(key, "token"))).isEqualTo(Claim.won());
        }
        assertThat(plain.exists(name)).isZero();
    }

    @Test
    void claimIsOneRoundTripAlsoWhenLost() throws Exception {
        try (TurnCountingProxy proxy = new TurnCountingProxy(redis.port());
                RedisGate through = Gates.patient(RedisURI.create("127.0.0.1", proxy.port()))) {
            assertThat(get(through.claim(freshKey(), "warm"))).isEqualTo(Claim.won());
            int before = proxy.turns();
            assertThat(get(through.claim(key, "a"))).isEqualTo(Claim.won());
            assertThat(proxy.turns() - before).isEqualTo(1);
            assertThat(get(through.claim(key, "b")).state()).isEqualTo(Claim.State.IN_PROGRESS);
            assertThat(proxy.turns() - before).isEqualTo(2);
            get(through.complete(key, "0123456789abcdef"));
            assertThat(proxy.turns() - before).isEqualTo(3);
            get(through.release(key, "a"));
            assertThat(proxy.turns() - before).isEqualTo(4);
        }
    }

    /** Case LCK-04: value and time to live are one command, whatever happens after it. */
    @Test
    void lck04ClaimUsesNoSeparateExpire() throws Exception {
        plain.configResetstat();
        assertThat(get(gate.claim(key, "a"))).isEqualTo(Claim.won());
        assertThat(plain.info("commandstats"))
                .contains("cmdstat_set:calls=1,", "cmdstat_get:calls=1,", "cmdstat_pttl:calls=1,")
                .doesNotContain("expire", "setnx");
    }

    /** Case LCK-04: such a key would block its payment for ever. */
    @Test
    void lck04KeyWithoutTimeToLiveIsAFault() throws Exception {
        plain.set(name, "PROCESSING:other");
        assertThat(get(gate.claim(key, "a"))).isEqualTo(Claim.fault());
    }

    @Test
    void foreignValueIsAFaultAndIsLeftAlone() throws Exception {
        plain.set(name, "locked", SetArgs.Builder.ex(60));
        assertThat(get(gate.claim(key, "a"))).isEqualTo(Claim.fault());
        get(gate.release(key, "a"));
        assertThat(plain.get(name)).isEqualTo("locked");
    }

    @Test
    void keyOfAnotherTypeIsAFaultAndACompletionReplacesIt() throws Exception {
        plain.lpush(name, "x");
        assertThat(get(gate.claim(key, "a"))).isEqualTo(Claim.fault());
        get(gate.release(key, "a"));
        assertThat(plain.llen(name)).isEqualTo(1);
        get(gate.complete(key, "0123456789abcdef"));
        assertThat(get(gate.claim(key, "a"))).isEqualTo(Claim.done("0123456789abcdef"));
    }

    /** Case LCK-10. */
    @Test
    void lck10LostClaimsLeaveTheTimeToLiveAlone() throws Exception {
        plain.set(name, "PROCESSING:other", SetArgs.Builder.ex(100));
        for (int i = 0; i < 20; i++) {
            assertThat(get(gate.claim(key, "t" + i)).state()).isEqualTo(Claim.State.IN_PROGRESS);
        }
        assertThat(plain.pttl(name)).isLessThanOrEqualTo(100_000L);
        plain.set(name, "SUCCESS:0123456789abcdef", SetArgs.Builder.ex(100));
        assertThat(get(gate.claim(key, "a"))).isEqualTo(Claim.done("0123456789abcdef"));
        assertThat(plain.pttl(name)).isLessThanOrEqualTo(100_000L);
    }

    @Test
    void ageIsCountedFromTheClaim() throws Exception {
        plain.set(name, "PROCESSING:other", SetArgs.Builder.ex(280));
        assertThat(get(gate.claim(key, "a")).age()).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(25));
    }

    /** Case LCK-03: a delete after a comparison of our own would be two steps, and somebody could come in between. */
    @Test
    void lck03ReleaseIsOneScript() throws Exception {
        plain.set(name, "PROCESSING:other", SetArgs.Builder.ex(100));
        plain.configResetstat();
        get(gate.release(key, "a"));
        assertThat(plain.get(name)).isEqualTo("PROCESSING:other");
        assertThat(plain.info("commandstats")).contains("cmdstat_eval:calls=1,").doesNotContain("cmdstat_del");
    }

    @Test
    void noteIsAHashThatExpires() {
        PaymentNotification notification = new PaymentNotification(
                "wx",
                new PaymentKey("wechat", "1900000001", key.transactionId()),
                "order-1",
                new Money(9900, "CNY"),
                null,
                Instant.parse("2026-01-01T00:00:00Z"),
                Body.empty());
        gate.note(notification, "PROCESSING");
        String hash = "pay:handle:" + key.transactionId();
        await().until(() -> plain.exists(hash) == 1);
        assertThat(plain.hgetall(hash))
                .isEqualTo(Map.of("status", "PROCESSING", "channel", "wx", "amount", "9900", "currency", "CNY"));
        assertThat(plain.ttl(hash)).isBetween(590L, 600L);
    }

    @Test
    void manyClaimsAtOnceAllGetTheirAnswer() throws Exception {
        var stages = IntStream.range(0, 2_000)
                .mapToObj(i -> gate.claim(new GateKey("many", "t" + i), "a").toCompletableFuture())
                .toList();
        List<Claim> claims = new ArrayList<>();
        for (var stage : stages) {
            claims.add(get(stage));
        }
        assertThat(claims).hasSize(2_000).containsOnly(Claim.won());
    }
}
