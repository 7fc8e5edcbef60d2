package dev.payonce.redis;

import dev.payonce.Gate;
import dev.payonce.GateContract;
import dev.payonce.GateSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;

/** The contract of every gate, on a real Redis. */
class RedisGateIT extends GateContract {
    private static RedisProcess redis;

    private final List<RedisGate> gates = new ArrayList<>();

    @BeforeAll
    static void startRedis() throws Exception {
        redis = RedisProcess.start();
    }

    @AfterAll
    static void stopRedis() throws Exception {
        redis.close();
    }

    @AfterEach
    void closeGates() {
        gates.forEach(RedisGate::close);
    }

    @Override
    protected Gate gate(GateSettings settings) throws Exception {
        RedisGate gate = Gates.patient(redis.uri(), RedisGateSettings.of(settings));
        gates.add(gate);
        return gate;
    }
}
