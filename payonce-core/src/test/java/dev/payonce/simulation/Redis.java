package dev.payonce.simulation;

import dev.payonce.Claim;
import dev.payonce.Gate;
import dev.payonce.GateKey;
import dev.payonce.GateSettings;
import dev.payonce.InMemoryGate;
import dev.payonce.simulation.Item.Mischief;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * The gate's server and its replica, which follows a moment later. Watches that of several claims on one key one is granted at
 * a time, unless keys were lost.
 */
final class Redis {
    private static final GateSettings TIMES = GateSettings.DEFAULT;

    private final Floor floor;
    private final Scheduler.Actor network;
    private final UnaryOperator<Gate> variant;
    private final Auditor auditor;
    private final Map<GateKey, Hold> holds = new LinkedHashMap<>();
    private Gate primary;
    private Gate replica;

    Redis(Floor floor, Scheduler.Actor network, UnaryOperator<Gate> variant, Auditor auditor) {
        this.floor = floor;
        this.network = network;
        this.variant = variant;
        this.auditor = auditor;
        this.primary = empty();
        this.replica = empty();
    }

    /** What must be under a key: a claim of {@code token}, or a mark. */
    private record Hold(String token, Scheduler.Actor holder, long until) {}

    private Gate empty() {
        Clock clock = floor.scheduler().clock(() -> 0);
        return variant.apply(new InMemoryGate(TIMES, clock));
    }

    Claim claim(GateKey key, String token, Scheduler.Actor holder) {
        Claim claim = execute(gate -> gate.claim(key, token));
        if (claim.state() == Claim.State.WON) {
            Hold before = holds.put(key, new Hold(token, holder, until(TIMES.processingTtl())));
            if (before != null && !before.token.equals(token) && before.until > now()) {
                auditor.violated("the gate granted a key to " + holder + " that was held by " + before.holder);
            }
        }
        return claim;
    }

    void complete(GateKey key, String fingerprint, Scheduler.Actor by) {
        ran(execute(gate -> gate.complete(key, fingerprint).thenApply(v -> true)));
        holds.put(key, new Hold("", by, until(TIMES.successTtl())));
    }

    void release(GateKey key, String token) {
        ran(execute(gate -> gate.release(key, token).thenApply(v -> true)));
        Hold hold = holds.get(key);
        if (hold != null && hold.token.equals(token)) {
            holds.remove(key);
        }
    }

    private static void ran(boolean done) {
        if (!done) {
            throw new IllegalStateException("a command has no answer");
        }
    }

    private long now() {
        return floor.scheduler().now();
    }

    private long until(Duration time) {
        return now() + time.toMillis();
    }

    private <T> T execute(Function<Gate, CompletionStage<T>> command) {
        Gate follower = replica;
        Scheduler scheduler = floor.scheduler();
        int lag = floor.weather().is(Mischief.GATE_LAGGING_REPLICA) ? 20_000 : 10;
        scheduler.after(1 + scheduler.lane().below(lag), network, () -> {
            if (replica == follower) {
                var unused = command.apply(follower);
            }
        });
        return command.apply(primary).toCompletableFuture().join();
    }

    void flush() {
        primary = empty();
        replica = empty();
        holds.clear();
    }

    /** The replica is what is left, as far as it had followed. */
    void failOver() {
        primary = replica;
        replica = empty();
        holds.clear();
    }

    /** A process that was stopped in an orderly way leaves no claim behind. */
    void requireNothingOf(Scheduler.Actor process) {
        boolean left = holds.values().stream()
                .anyMatch(hold -> hold.holder == process && !hold.token.isEmpty() && hold.until > now());
        if (left && !floor.weather().disturbsGate()) {
            auditor.violated(process + " was stopped and left a claim behind");
        }
    }

    /** Whether a claim on the key that this process took, not before {@code earliest}, is still there. */
    boolean isHeldBy(Scheduler.Actor process, GateKey key, long earliest) {
        Hold hold = holds.get(key);
        return hold != null
                && hold.holder == process
                && !hold.token.isEmpty()
                && hold.until > now()
                && hold.until - TIMES.processingTtl().toMillis() >= earliest;
    }

    /** How old the claim on the key is, or negative when there is none. */
    long claimAge(GateKey key) {
        Claim claim = primary.claim(key, "auditor").toCompletableFuture().join();
        if (claim.state() == Claim.State.WON) {
            var unused = primary.release(key, "auditor");
        }
        return claim.state() == Claim.State.IN_PROGRESS ? claim.age().toMillis() : -1;
    }
}
