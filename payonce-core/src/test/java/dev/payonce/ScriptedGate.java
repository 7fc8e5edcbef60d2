package dev.payonce;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;

/** A gate that answers claims as a test says and keeps a record of what it was told. */
final class ScriptedGate implements Gate {
    final List<String> told = new CopyOnWriteArrayList<>();
    private final Function<String, CompletionStage<Claim>> claims;

    private ScriptedGate(Function<String, CompletionStage<Claim>> claims) {
        this.claims = claims;
    }

    /** Answers every claim the same, whoever asks. */
    static ScriptedGate always(Claim claim) {
        return new ScriptedGate(token -> CompletableFuture.completedFuture(claim));
    }

    /** Fails every call. */
    static ScriptedGate down() {
        return new ScriptedGate(token -> CompletableFuture.failedFuture(new IllegalStateException("gate is down")));
    }

    /** Throws where it should return a failed stage. */
    static ScriptedGate throwing() {
        return new ScriptedGate(token -> {
            throw new IllegalStateException("a gate with a bug");
        });
    }

    /** Answers the first claims as listed, the last of them for ever. */
    static ScriptedGate sequence(Claim... answers) {
        int[] next = new int[1];
        return new ScriptedGate(token -> {
            Claim answer = answers[Math.min(next[0], answers.length - 1)];
            next[0]++;
            return CompletableFuture.completedFuture(answer);
        });
    }

    @Override
    public CompletionStage<Claim> claim(GateKey key, String token) {
        told.add("claim");
        return claims.apply(token);
    }

    @Override
    public CompletionStage<Void> complete(GateKey key, String fingerprint) {
        told.add("complete " + fingerprint);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> release(GateKey key, String token) {
        told.add("release");
        return CompletableFuture.completedFuture(null);
    }
}
