package dev.payonce.simulation;

import dev.payonce.Claim;
import dev.payonce.Gate;
import dev.payonce.GateKey;
import dev.payonce.simulation.Item.Mischief;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/**
 * A node's connection to the gate's server: commands are executed in the order in which they were sent, also those whose
 * sender has stopped waiting.
 */
final class RedisLine implements Gate {
    private static final long COMMAND_TIMEOUT = 180;

    private final Floor floor;
    private final Redis redis;
    private final Scheduler.Actor node;
    private final Scheduler.Actor network;
    private long lastExecution;

    RedisLine(Floor floor, Redis redis, Scheduler.Actor node, Scheduler.Actor network) {
        this.floor = floor;
        this.redis = redis;
        this.node = node;
        this.network = network;
    }

    @Override
    public CompletionStage<Claim> claim(GateKey key, String token) {
        return send("claim", () -> {
            Claim claim = redis.claim(key, token, node);
            Weather weather = floor.weather();
            if (weather.is(Mischief.GATE_GRANTS_ALL)) {
                return Claim.won();
            }
            boolean vanishing = claim.state() == Claim.State.IN_PROGRESS && weather.strikes(Mischief.GATE_VANISHING, 2);
            return vanishing
                    ? Claim.vanished()
                    : weather.strikes(Mischief.GATE_FOREIGN_VALUES, 2) ? Claim.fault() : claim;
        });
    }

    @Override
    public CompletionStage<Void> complete(GateKey key, String fingerprint) {
        return send("complete", () -> {
                    redis.complete(key, fingerprint, node);
                    return true;
                })
                .thenAccept(done -> {});
    }

    @Override
    public CompletionStage<Void> release(GateKey key, String token) {
        return send("release", () -> {
                    redis.release(key, token);
                    return true;
                })
                .thenAccept(done -> {});
    }

    private <T> CompletableFuture<T> send(String what, Supplier<T> command) {
        Scheduler scheduler = floor.scheduler();
        Weather weather = floor.weather();
        if (weather.is(Mischief.GATE_DOWN)) {
            return CompletableFuture.failedFuture(new IllegalStateException("not connected"));
        }
        CompletableFuture<T> reply = new CompletableFuture<>();
        Lane lane = scheduler.lane();
        lastExecution = Math.max(lastExecution, scheduler.now() + weather.commandTakes(lane));
        scheduler.at(lastExecution, network, lane, () -> {
            if (weather.is(Mischief.GATE_DOWN)) {
                return;
            }
            T value = command.get();
            if (scheduler.isTraced()) {
                scheduler.note(
                        "  gate " + what + " by " + node + (value instanceof Claim claim ? " " + told(claim) : ""));
            }
            if (!weather.strikes(Mischief.GATE_REPLY_LOST, 2)) {
                scheduler.after(weather.commandTakes(lane), node, () -> {
                    boolean unused = reply.complete(value);
                });
            }
        });
        scheduler.after(COMMAND_TIMEOUT, node, () -> {
            boolean unused = reply.completeExceptionally(new IllegalStateException("command timed out"));
        });
        return reply;
    }

    private static String told(Claim claim) {
        return claim.state() + (claim.state() == Claim.State.IN_PROGRESS ? " age=" + claim.age() : "");
    }
}
