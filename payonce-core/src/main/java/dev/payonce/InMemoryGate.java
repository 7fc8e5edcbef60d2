package dev.payonce;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A gate inside the process, for a single node and for tests. Nothing survives a restart, which is allowed: the database
 * knows. Expired keys are dropped when they are met, and all of them each time the map has doubled.
 */
public final class InMemoryGate implements Gate {
    private static final int SWEEP_FROM = 10_000;

    private final ConcurrentHashMap<GateKey, Entry> entries = new ConcurrentHashMap<>();
    private final GateSettings settings;
    private final Clock clock;
    private volatile int sweepAt = SWEEP_FROM;

    public InMemoryGate(GateSettings settings, Clock clock) {
        this.settings = settings;
        this.clock = clock;
    }

    @Override
    public CompletionStage<Claim> claim(GateKey key, String token) {
        Instant now = clock.instant();
        sweepIfGrown(now);
        Entry ours = new Entry(token, "", now.plus(settings.processingTtl()));
        Entry there = entries.merge(key, ours, (old, fresh) -> old.isExpired(now) ? fresh : old);
        return CompletableFuture.completedFuture(read(there, token, now));
    }

    private Claim read(Entry entry, String token, Instant now) {
        if (entry.token.equals(token)) {
            return Claim.won();
        }
        if (!entry.mark.isEmpty()) {
            return Claim.done(entry.mark);
        }
        Duration left = Duration.between(now, entry.expiresAt);
        return Claim.inProgress(settings.processingTtl().minus(left));
    }

    @Override
    public CompletionStage<Void> complete(GateKey key, String fingerprint) {
        Entry done = new Entry("", fingerprint, clock.instant().plus(settings.successTtl()));
        entries.put(key, done);
        return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletionStage<Void> release(GateKey key, String token) {
        entries.computeIfPresent(key, (k, entry) -> entry.token.equals(token) ? null : entry);
        return CompletableFuture.completedFuture(null);
    }

    private void sweepIfGrown(Instant now) {
        if (entries.size() > sweepAt) {
            entries.values().removeIf(entry -> entry.isExpired(now));
            sweepAt = Math.max(SWEEP_FROM, 2 * entries.size());
        }
    }

    /** Either a claim with a token, or a mark. */
    private record Entry(String token, String mark, Instant expiresAt) {
        boolean isExpired(Instant now) {
            return !expiresAt.isAfter(now);
        }
    }
}
