package dev.payonce;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Grants every claim ({@code payonce.gate.store=none}): the database alone keeps each payment to one posting. */
public final class NoGate implements Gate {
    @Override
    public CompletionStage<Claim> claim(GateKey key, String token) {
        return CompletableFuture.completedFuture(Claim.won());
    }

    @Override
    public CompletionStage<Void> complete(GateKey key, String fingerprint) {
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> release(GateKey key, String token) {
        return CompletableFuture.completedFuture(null);
    }
}
